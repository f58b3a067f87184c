import type { LLM, LLMErrorCode, LLMRequest, LLMResponse, Usage } from "../../../contract/index.js";
import type { ExpectedResponse, WireQuirk } from "../../../quirks/index.js";
import { generate, stream } from "../../ask.js";
import type { CaseContext } from "../../case.js";
import { equal, expectError, expectWellFormed } from "../../expect.js";
import { expectThat } from "../../failure.js";
import { joinedDeltas, playStream } from "../play-stream.js";
import { isEmbedScene } from "./embed-scenes.js";
import { type Scene, type SceneResponse, scenes } from "./scenes.js";

/**
 * Plays a quirk's scene over a wire that has it, in each of the ways of asking in which it can show.
 * @param first the ids of quirks that the wire is given before it
 * @param other a scene in the place of the quirk's own
 */
export async function survive(
  context: CaseContext<LLM, string>,
  quirk: WireQuirk,
  first: readonly string[] = [],
  other?: Scene,
): Promise<void> {
  if (isEmbedScene(quirk.scene)) throw new Error(`${quirk.id} is about embeddings, and these are cases of LLMs`);
  const scene = other ?? scenes[quirk.scene];
  for (const way of quirk.on ? [quirk.on] : (["generate", "stream"] as const)) {
    const played = await context.open({ script: scene.script, quirks: [...first, quirk.id] });
    if (way === "stream" && played.subject.capabilities?.streaming !== true) continue;
    const playedScene = surviveOnce(context, played.subject, quirk, scene, way);
    await context.soon(playedScene, `${nameOf(quirk, way)}: nothing came of it`);
  }
}

type Way = "generate" | "stream";

const nameOf = ({ id }: WireQuirk, way: Way) => `${way === "stream" ? "stream()" : "generate()"} with ${id}`;

async function surviveOnce(
  { signal }: CaseContext<LLM, string>,
  subject: LLM,
  quirk: WireQuirk,
  scene: Scene,
  way: Way,
): Promise<void> {
  const ran: string[] = [];
  const request = scene.request((name) => ran.push(name));
  const { expect } = quirk;
  const name = nameOf(quirk, way);
  if (expect !== "unchanged" && "error" in expect) {
    const work = way === "stream" ? openAndDrain(subject, request, signal) : generate(subject, request, { signal });
    const { error: codes, status, retryable, retryAfterMs } = expect;
    const error = await expectError(work, codes as LLMErrorCode[], status === undefined ? {} : { status });
    if (retryable !== undefined) equal(error.retryable, retryable, `${name}: \`retryable\` of ${error.code}`);
    if (retryAfterMs !== undefined)
      equal(error.retryAfterMs, retryAfterMs, `${name}: \`retryAfterMs\` of ${error.code}`);
    expectThat(ran.length === 0, `${name}: the tool ${ran[0]} ran, and its call never arrived whole`);
    return;
  }
  const answering =
    way === "stream" ? streamed(name, subject, request, signal) : generate(subject, request, { signal });
  if (expect !== "unchanged" && "unchangedOr" in expect && (await isRejected(answering))) {
    await expectError(answering, expect.unchangedOr as LLMErrorCode[]);
    return;
  }
  const response = await answering;
  const expected =
    expect !== "unchanged" && "response" in expect ? withChanges(scene.response, expect.response) : scene.response;
  const seen = seenIn(response, expected.usage);
  for (const field of Object.keys(fields) as (keyof SceneResponse)[])
    equal(seen[field], expected[field], `${name}: ${fields[field]}`);
  const runs = expected.calls.filter(({ outcome }) => outcome === "ran").map((call) => call.name);
  equal(ran, runs, `${name}: the tools that ran`);
  const { model = subject.model } = typeof expect === "object" && "response" in expect ? expect.response : {};
  equal(response.model, model, `${name}: \`model\``);
}

const isRejected = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );

const fields: Readonly<Record<keyof SceneResponse, string>> = {
  text: "`text`",
  reasoning: "`reasoning`",
  finishReason: "`finishReason`",
  calls: "`toolCalls`",
  usage: "`usage`",
  sources: "the addresses in `sources`",
};

function seenIn(response: LLMResponse, expectedUsage: Usage): SceneResponse {
  const { text, reasoning, finishReason, sources, toolCalls } = response;
  // That a detail which nobody reported is 0 says nothing of this wire: it is the same on every one.
  const usage = Object.fromEntries(
    Object.entries(response.usage).filter(
      ([field, count]) => count !== 0 || field in expectedUsage || !details.has(field),
    ),
  );
  return {
    text,
    reasoning,
    finishReason,
    usage,
    sources: sources.map(({ url }) => url),
    calls: toolCalls.map(({ name, input, invalidInput, outcome = "none" }) => ({
      name,
      input: invalidInput ?? input,
      outcome,
    })),
  };
}

const details: ReadonlySet<string> = new Set(["cachedInputTokens", "reasoningTokens"]);

function withChanges(response: SceneResponse, { outcomes, model: _, ...others }: ExpectedResponse): SceneResponse {
  const calls = outcomes
    ? response.calls.map((call, i) => ({ ...call, outcome: outcomes[i] ?? "none" }))
    : response.calls;
  return { ...response, calls, ...(others as Partial<SceneResponse>) };
}

async function streamed(name: string, subject: LLM, request: LLMRequest, signal: AbortSignal): Promise<LLMResponse> {
  const { events, response } = await playStream(subject, request, signal);
  for (const event of events)
    if (event.type === "text" || event.type === "reasoning")
      expectWellFormed(event.text, `${name}: a delta of type ${event.type}`);
  equal(joinedDeltas(events, "text", response.steps), response.text, `${name}: the deltas of the last step, joined`);
  return response;
}

async function openAndDrain(subject: LLM, request: LLMRequest, signal: AbortSignal): Promise<LLMResponse> {
  const opened = await stream(subject, request, { signal });
  return opened.response();
}
