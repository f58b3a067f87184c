import type { Capability, LLM } from "../contract/index.js";
import { countTokens, generate, stream } from "./ask.js";
import { expectError, expectNothingSent } from "./expect.js";
import { expectThat, Failure, mismatch } from "./failure.js";
import type { Host } from "./host.js";
import { lastExchange } from "./last-exchange.js";
import type { OpenedSubject } from "./open-subject.js";
import { type Outcome, toOutcome } from "./outcome.js";
import {
  cityRequest,
  hello,
  imageRequest,
  reasoningRequest,
  searchRequest,
  searchTypes,
  temperatureRequest,
  temperatureTool,
} from "./prompts.js";
import { within } from "./within.js";

type Ask = (llm: LLM, signal: AbortSignal) => Promise<unknown> | readonly Promise<unknown>[];

/** A local tool beside each of those that a provider runs; to be asked where `sources` is claimed, which refuses no other. */
const mixedTools = searchTypes.map((type) => ({
  ...temperatureRequest(),
  tools: [...(searchRequest(type).tools ?? []), temperatureTool()],
}));

/** What asks for each capability, in one way or several. A caching hint is not here: it is never refused. */
const asks: Readonly<Record<Exclude<Capability, "promptCaching">, Ask>> = {
  streaming: (llm, signal) => stream(llm, hello, { signal }),
  structuredOutput: (llm, signal) => generate(llm, cityRequest, { signal }),
  tools: (llm, signal) =>
    [temperatureRequest(), ...(llm.capabilities?.sources ? mixedTools : [])].map((request) =>
      generate(llm, request, { signal }),
    ),
  vision: (llm, signal) => generate(llm, imageRequest, { signal }),
  reasoning: (llm, signal) => generate(llm, reasoningRequest, { signal }),
  tokenCounting: (llm, signal) => countTokens(llm, hello, { signal }),
  sources: (llm, signal) => generate(llm, searchRequest(searchTypes[0]), { signal }),
};

/**
 * Verifies that a subject refuses what it does not claim, before anything is sent.
 * @returns `unclaimed` when it does; otherwise what a check that must hold would be
 */
export async function verifyRefusal(capability: Capability, host: Host<LLM>): Promise<Outcome> {
  const end = new AbortController();
  let played: OpenedSubject<LLM> | undefined;
  try {
    const verify = async () => {
      played = await host.open({
        script: ["This was not to be asked for.", "Nor was this."].map((text) => ({
          text,
          usage: { inputTokens: 9, outputTokens: 3, cachedInputTokens: 8 },
        })),
      });
      if (capability === "promptCaching") {
        await expectHintIgnored(played.subject, end.signal);
        return "takes the hint and reports nothing of it";
      }
      for (const asked of [asks[capability](played.subject, end.signal)].flat())
        await expectError(asked, "LLM_UNSUPPORTED", { status: 400 });
      if (!played.powers.has("traffic")) return "refuses it; whether it sent anything first cannot be seen here";
      expectNothingSent(played.sent());
      return "refuses it before sending anything";
    };
    const verified = await within(
      verify(),
      host.watchdogMs,
      () => new Failure(mismatch("asking for it", "LLM_UNSUPPORTED", `nothing within ${host.watchdogMs} ms`)),
    );
    return { status: "unclaimed", reason: `the subject does not claim ${capability}, and ${verified}` };
  } catch (error) {
    const { status, reason } = toOutcome(error, "must", host.live);
    return {
      ...(status === "failed" && lastExchange(played)),
      status,
      reason: status === "failed" ? `${capability} is not claimed, but ${reason}` : (reason ?? ""),
    };
  } finally {
    end.abort();
    await played?.close(host.patienceMs).catch(() => {});
  }
}

async function expectHintIgnored(llm: LLM, signal: AbortSignal): Promise<void> {
  const { usage } = await generate(llm, { ...hello, system: "You are brief.", cacheSystem: true }, { signal });
  expectThat(
    usage.cachedInputTokens === undefined,
    mismatch("`usage.cachedInputTokens`", "undefined without the claim", String(usage.cachedInputTokens)),
  );
}
