import {
  type Capabilities,
  type Capability,
  capabilityNames,
  type LLM,
  type LLMRequest,
} from "../../contract/index.js";
import { countTokens, events, generate, stream } from "../ask.js";
import { type CaseContext, type Check, llmCase, must } from "../case.js";
import { equal, expectError, expectKnownCount, expectNothingSent, rejectsWith } from "../expect.js";
import { describe, expectThat, Failure, mismatch } from "../failure.js";
import {
  cityAnswer,
  cityMisfit,
  cityRequest,
  hello,
  imageRequest,
  reasoningRequest,
  redPixel,
  searchRequest,
  searchTypes,
  temperatureAnswer,
  temperatureCall,
  temperatureRequest,
  temperatureTool,
} from "../prompts.js";
import { generateCalling, temperatureFor } from "./live-call.js";

/** A claim is judged where it is made; where it is not, the suite verifies that what it is about is refused. */
function claim(capability: Capability, works: string, about: Pick<Check, "why" | "fix" | "needs">): Check {
  const otherwise =
    capability === "promptCaching"
      ? "the hint is taken and nothing is reported"
      : "it is refused with LLM_UNSUPPORTED and nothing is sent";
  return must({
    clause: `Where \`${capability}\` is claimed, ${works}; where it is not, ${otherwise}.`,
    capabilities: [capability],
    ...about,
  });
}

export const capabilitiesAreHonest = llmCase({
  name: "CapabilitiesAreHonest",
  claim: "What an LLM claims works, and what it does not claim it refuses before anything is sent.",
  script: ["Hello."],
  prompt: hello,
  checks: {
    "claims-are-complete": must({
      clause: "`capabilities` says true or false for each of the eight capabilities.",
      why: "An application that looks before it asks finds undefined.",
      fix: "List all eight; what the driver does not have is false.",
    }),
    streaming: claim("streaming", "stream() brings deltas, then the response", {
      why: "An interface that shows answers as they are written shows nothing until the end.",
      fix: "Claim streaming only with a streamed request behind it; do not cut a finished answer into pieces.",
    }),
    "structured-output": claim("structuredOutput", "the text parses and satisfies the schema", {
      why: "A dropped schema shows only in answers that do not parse.",
      fix: "Send the schema in the provider's field for it, or do not claim it.",
    }),
    tools: claim("tools", "a local tool is called and its result goes back to the model", {
      why: "Dropped tools make the model invent what it could have looked up.",
      fix: "Send the tools and run the loop, or do not claim them.",
    }),
    vision: claim("vision", "an image is on the wire", {
      why: "The model describes a picture that it never got.",
      fix: "Translate image and file parts into the provider's form; do not skip parts that are not text.",
      needs: ["meaning"],
    }),
    reasoning: claim("reasoning", "the effort is on the wire, and reasoning text or tokens come back", {
      why: "Whoever pays for thinking gets an answer without it.",
      fix: "Send the effort in the provider's field for it, and read reasoning text or its token count.",
      needs: ["script", "meaning"],
    }),
    "token-counting": claim("tokenCounting", "the count is whole, exact, and grows with the text", {
      why: "An estimate that is too low makes the request fail that it was meant to keep within bounds.",
      fix: "Ask the provider or its tokenizer; where neither is there, do not claim it.",
    }),
    "prompt-caching": claim("promptCaching", "cached tokens are reported", {
      why: "Savings that nobody can see cannot be relied upon, and invented ones even less.",
      fix: "Read the cached tokens of the usage into `cachedInputTokens`.",
      needs: ["script"],
    }),
    sources: claim("sources", "a search tool of the provider's fills `sources`", {
      why: "An answer without its sources cannot be checked.",
      fix: "Send the provider's tool as it is, and read its citations, in streams too.",
    }),
    "reasoning-off-needs-no-claim": must({
      clause:
        '`reasoning: "off"` is accepted without the claim; where thinking cannot be switched off it is LLM_UNSUPPORTED.',
      why: "A caller who switches reasoning off everywhere cannot use a model that has none.",
      fix: "Let `off` pass when the model has no reasoning; refuse it with LLM_UNSUPPORTED when it always reasons.",
    }),
  },
  async run(context) {
    const { open, check, can, signal } = context;
    const { subject } = await open();
    await check("claims-are-complete", () => {
      const claims = subject.capabilities as Partial<Capabilities> | undefined;
      for (const name of capabilityNames)
        expectThat(
          typeof claims?.[name] === "boolean",
          mismatch(`\`capabilities.${name}\``, "true or false", describe(claims?.[name])),
        );
    });
    for (const [slug, judge] of Object.entries(evidence) as [EvidenceSlug, Evidence][])
      await check(slug, () => judge(context));
    await check("reasoning-off-needs-no-claim", async () => {
      const played = await open();
      const pending = generate(played.subject, { ...reasoningRequest, reasoning: "off" }, { signal });
      const refusal = await pending.then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal === undefined) return;
      expectThat(
        subject.capabilities?.reasoning === true,
        mismatch(
          '`reasoning: "off"` with an LLM that claims no reasoning',
          "it to be taken",
          `a rejection with ${describe(refusal instanceof Failure ? refusal.rejection?.with : refusal)}`,
        ),
      );
      await expectError(pending, "LLM_UNSUPPORTED");
      if (can("traffic")) expectNothingSent(played.sent());
    });
  },
});

type EvidenceSlug =
  | "streaming"
  | "structured-output"
  | "tools"
  | "vision"
  | "reasoning"
  | "token-counting"
  | "prompt-caching"
  | "sources";
type Evidence = (
  context: Pick<CaseContext<LLM, never, LLMRequest>, "open" | "can" | "prompt" | "signal">,
) => Promise<unknown>;

/** What shows that a claimed capability works. */
const evidence: Readonly<Record<EvidenceSlug, Evidence>> = {
  async streaming({ open, prompt, signal }) {
    const { subject } = await open({ script: ["Hello, this is a stream."] });
    const opened = await stream(subject, prompt, { signal });
    const all = await events(opened);
    const deltas = all.flatMap((event) => (event.type === "text" ? [event.text] : []));
    expectThat(deltas.length > 0, mismatch("the text deltas of the stream", "at least one", "none"));
    equal(deltas.join(""), (await opened.response()).text, "the joined deltas");
  },

  async "structured-output"({ open, can, signal }) {
    const { subject, sent } = await open({ script: [cityAnswer] });
    const { text } = await generate(subject, cityRequest, { signal });
    const misfit = cityMisfit(text);
    expectThat(misfit === undefined, misfit ?? "");
    if (can("meaning"))
      expectThat(
        sent()[0]?.turn?.schema !== undefined,
        mismatch("the schema of the request sent", "the caller's", "none"),
      );
  },

  async tools(context) {
    const { open, can } = context;
    const { subject, sent } = await open({ script: [temperatureCall, temperatureAnswer] });
    let ran = 0;
    const degrees = temperatureFor(context);
    const tool = temperatureTool(() => {
      ran += 1;
      return { celsius: degrees };
    });
    const { text } = await generateCalling(context, subject, temperatureRequest(tool));
    expectThat(ran > 0, mismatch("the number of times that the handler ran", "at least 1", "0"));
    expectThat(
      text.includes(String(degrees)),
      mismatch("`text`", `an answer that mentions ${degrees}, which the handler gave`, describe(text)),
    );
    if (can("meaning")) {
      const hasResult = sent()[1]?.turn?.messages.some((message) => message.role === "tool");
      expectThat(hasResult === true, mismatch("the second request sent", "one with the tool's result", "none with it"));
    }
  },

  async vision({ open, signal }) {
    const { subject, sent } = await open({ script: ["Red."] });
    await generate(subject, imageRequest, { signal });
    const parts = (sent()[0]?.turn?.messages ?? []).flatMap((message) =>
      message.role === "user" && typeof message.content !== "string" ? message.content : [],
    );
    const image = parts.find((part) => part.type !== "text");
    expectThat(image !== undefined, mismatch("the parts sent", "one of type image", "none"));
    const { mediaType, data } = image;
    equal({ mediaType, data }, { mediaType: "image/png", data: redPixel }, "the sent image");
  },

  async reasoning({ open, signal }) {
    const usage = { inputTokens: 9, outputTokens: 20, reasoningTokens: 16 };
    const { subject, sent } = await open({ script: [{ text: "No.", reasoning: "91 is 7 times 13.", usage }] });
    const response = await generate(subject, reasoningRequest, { signal });
    equal(sent()[0]?.turn?.reasoning, "low", "the effort sent");
    const came = (response.reasoning ?? "") !== "" || (response.usage.reasoningTokens ?? 0) > 0;
    expectThat(
      came,
      mismatch("`reasoning` and `usage.reasoningTokens`", "one of the two, as reasoning was asked for", "neither"),
    );
  },

  async "token-counting"({ open, prompt, signal }) {
    const { subject } = await open({ script: ["Hello."] });
    const count = expectKnownCount(await countTokens(subject, prompt, { signal }), "countTokens()");
    const longer = { ...prompt, system: "You are a very polite assistant who greets everybody by name." };
    const more = (await countTokens(subject, longer, { signal })) as number;
    expectThat(
      more > count,
      mismatch("the count of a request with a system text added to it", `more than ${count}`, String(more)),
    );
    const { usage } = await generate(subject, prompt, { signal });
    if (usage.inputTokens !== undefined)
      equal(count, usage.inputTokens, "the count (against the usage of the same request)");
  },

  async "prompt-caching"({ open, prompt, signal }) {
    const usage = { inputTokens: 2_000, outputTokens: 3, cachedInputTokens: 1_536 };
    const { subject } = await open({ script: [{ text: "Hello.", usage }] });
    const response = await generate(subject, { ...prompt, system: "You are brief.", cacheSystem: true }, { signal });
    equal(response.usage.cachedInputTokens, usage.cachedInputTokens, "`usage.cachedInputTokens`");
  },

  async sources({ open, can, signal }) {
    const source = { type: "url", url: "https://nodejs.org/en", title: "Node.js" };
    for (const providerType of searchTypes) {
      const { subject, sent } = await open({ script: [{ text: "It is nodejs.org.", sources: [source] }] });
      const pending = generate(subject, searchRequest(providerType), { signal });
      // A driver knows the search of its own provider, and refuses the others'.
      if (await rejectsWith(pending, "LLM_UNSUPPORTED")) continue;
      const { sources } = await pending;
      if (can("meaning")) {
        const types = sent()[0]?.turn?.tools?.map((tool) => tool.providerType);
        equal(types, [providerType], "the provider's tools in the request sent");
      }
      expectThat(sources.length > 0, mismatch("`sources`", "at least one", "none"));
      for (const { url } of sources)
        expectThat(typeof url === "string" && url !== "", mismatch("`url` of a source", "an address", describe(url)));
      if (can("script")) equal(sources[0]?.url, source.url, "`sources[0].url`");
      return;
    }
    throw new Failure(
      mismatch("generate() with a search tool", `one of ${searchTypes.join(", ")} to be taken`, "a refusal of each"),
    );
  },
};
