import type { WireCall, WireContent, WirePart } from "./generate-body.js";
import { refuse } from "./refusal.js";

interface Turn {
  readonly role: string;
  readonly parts: readonly WirePart[];
  readonly calls: readonly WireCall[];
  readonly responses: readonly NonNullable<WirePart["functionResponse"]>[];
}

/**
 * The order of the contents: who speaks after whom, and a response to every call right after it.
 * @throws Refusal for the first that is out of place
 */
export function checkTurns(contents: readonly WireContent[]): void {
  const turns = contents.map(readTurn);
  for (const [i, turn] of turns.entries()) {
    // https://github.com/gemini-cli-extensions/conductor/issues/62 and others show these words.
    if (turn.role !== "user" && turn.role !== "model") refuse("Please use a valid role: user, model.");
    const before = turns[i - 1];
    if (turn.responses.length > 0) checkResponses(turn, before);
    else if (before && before.calls.length > 0) refuse(unequalNumber);
    if (turn.calls.length > 0 && (turn.role !== "model" || before?.role !== "user")) refuse(callOutOfPlace);
  }
  const last = turns.at(-1);
  if (last && last.calls.length > 0) refuse(unequalNumber);
  if (last?.role === "model")
    refuse("Please ensure that single turn requests end with a user role or the role field is empty.");
}

/** https://github.com/cloudwego/eino-ext/issues/571 */
const unequalNumber =
  "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
/** https://github.com/google-gemini/gemini-cli/issues/11814 */
const callOutOfPlace =
  "Please ensure that function call turn comes immediately after a user turn or after a function response turn.";
/** https://github.com/langchain-ai/langchain/issues/27799 */
const responseOutOfPlace = "Please ensure that function response turn comes immediately after a function call turn.";

function readTurn({ role = "user", parts = [] }: WireContent): Turn {
  return {
    role,
    parts,
    calls: parts.flatMap(({ functionCall }) => functionCall ?? []),
    responses: parts.flatMap(({ functionResponse }) => functionResponse ?? []),
  };
}

/**
 * One response a call, in the order of the calls, and nothing beside them. Google pairs by position:
 * https://github.com/router-for-me/CLIProxyAPI/pull/5063. What is said of a name or an id that does not fit is ours.
 */
function checkResponses({ role, parts, responses }: Turn, before: Turn | undefined): void {
  const calls = before?.calls ?? [];
  if (role !== "user" || calls.length === 0) refuse(responseOutOfPlace);
  if (responses.length !== calls.length || parts.length !== responses.length) refuse(unequalNumber);
  for (const [i, { name, id }] of responses.entries()) {
    const call = calls[i];
    if (name !== call?.name)
      refuse(
        `Please ensure that function response parts are in the order of the function call parts: '${name}' does not answer '${call?.name}'.`,
      );
    if (id !== undefined && id !== call?.id)
      refuse(
        `Please ensure that function response parts have the ids of the function call parts: '${id}' does not answer '${call?.id ?? ""}'.`,
      );
  }
}
