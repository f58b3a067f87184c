import type { LLM, LLMRequest, Message } from "../../contract/index.js";
import { generate } from "../ask.js";
import { type CaseContext, type Check, must } from "../case.js";
import { equal, expectError, expectNothingSent } from "../expect.js";
import { Failure } from "../failure.js";
import { asText, callsIn, resultsIn, textOf } from "./history.js";

const parts = ["Say hello", " in one", " short sentence."];

/** A conversation in which tools were used. Their results are a string and a JSON value. */
const history: readonly Message[] = [
  { role: "user", content: "How warm is it in Paris and in Oslo?" },
  {
    role: "assistant",
    content: "Let me look.",
    toolCalls: [
      { id: "call_paris", name: "get_temperature", input: { city: "Paris" } },
      { id: "call_oslo", name: "get_forecast", input: { city: "Oslo" } },
    ],
  },
  {
    role: "tool",
    results: [
      { id: "call_paris", name: "get_temperature", output: "21 degrees" },
      { id: "call_oslo", name: "get_forecast", output: { celsius: 8, sky: "clear" } },
    ],
  },
  { role: "assistant", content: "21 degrees in Paris, and 8 in Oslo." },
  { role: "user", content: "Thank you. Say goodbye in one short sentence." },
];

/** That all kinds of messages arrive, beside the plain one. */
export const messageChecks = {
  "text-parts-arrive": must({
    clause: "Text given in parts reaches the provider whole and in order, white space between the parts aside.",
    why: "The model is asked about `[object Object]`, or about the first part alone.",
    fix: "Send each text part as a part; join them where the protocol takes one text.",
    needs: ["meaning"],
  }),
  "history-arrives": must({
    clause:
      "A history with tool calls and their results reaches the provider in order, each result with its call, or is refused with LLM_UNSUPPORTED.",
    why: "A conversation that is resumed has forgotten what was looked up, and the model makes it up.",
    fix: "Translate every role; where the protocol has no place for calls and results, refuse them before anything is sent.",
    needs: ["meaning"],
  }),
} as const satisfies Readonly<Record<string, Check>>;

/** Judges them. */
export async function judgeMessages({
  open,
  check,
  signal,
}: CaseContext<LLM, keyof typeof messageChecks>): Promise<void> {
  await check("text-parts-arrive", async () => {
    const { subject, sent } = await open({ script: ["Hello."] });
    const content = parts.map((text) => ({ type: "text" as const, text }));
    await generate(subject, { messages: [{ role: "user", content }] }, { signal });
    const messages = sent()[0]?.turn?.messages.map((message) =>
      message.role === "tool" ? message : { role: message.role, content: squeezed(textOf(message.content)) },
    );
    equal(messages, [{ role: "user", content: squeezed(parts.join("")) }], "the messages sent (without white space)");
  });
  await check("history-arrives", async () => {
    const { subject, sent } = await open({ script: ["Goodbye."] });
    const pending = generate(subject, { messages: history }, { signal });
    if (await isUnsupported(pending)) return expectNothingSent(sent());
    const messages = sent()[0]?.turn?.messages ?? [];
    equal(messages.map(readable), history.map(readable), "the history sent");
    equal(
      resultsIn(messages).map(({ id }) => id),
      callsIn(messages).map(({ id }) => id),
      "the ids of the sent results (against those of their calls)",
    );
  });
}

/** Whether a call is refused as unsupported; any other failure is one. */
export async function isUnsupported(pending: Promise<unknown>): Promise<boolean> {
  try {
    await pending;
    return false;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await expectError(pending, "LLM_UNSUPPORTED");
    return true;
  }
}

const squeezed = (text: string) => text.replace(/\s/g, "");

/** A message without what a protocol may change: ids, and the form of what was said and given. */
function readable(message: LLMRequest["messages"][number]): object {
  if (message.role === "tool")
    return { results: message.results.map(({ name, output }) => ({ name, output: asText(output) })) };
  const calls = message.role === "assistant" ? message.toolCalls : undefined;
  return {
    role: message.role,
    text: textOf(message.content),
    calls: (calls ?? []).map(({ name, input }) => ({ name, input })),
  };
}
