import type { LLMRequest, Script } from "../../contract/index.js";
import { close, events, generate, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectError, expectNothingSent } from "../expect.js";
import { expectThat, mismatch } from "../failure.js";
import {
  cityAnswer,
  cityRequest,
  hello,
  imageRequest,
  reasoningRequest,
  temperatureCall,
  temperatureRequest,
} from "../prompts.js";
import { isUnsupported } from "./generate-messages.js";
import { lookedUp } from "./history.js";
import { comparable, joinedDeltas, playStream } from "./play-stream.js";
import { notToBeAsked } from "./refused-requests.js";

const conversation: LLMRequest = { system: "You are brief.", messages: lookedUp };

/** One at a time, as a provider may lack one of them. */
const settings: readonly Partial<LLMRequest>[] = [
  ...[{ temperature: 0.5 }, { topP: 0.9 }, { seed: 7 }, { maxTokens: 64 }, { stopSequences: ["###"] }],
];

/** Answers that differ in more than their text. */
const answers: Script = [
  { text: "Cut in the mid", finishReason: "length", usage: { inputTokens: 12, outputTokens: 4 } },
  { text: "I had bet", finishReason: "content_filter" },
  { text: "Hello.", providerFinishReason: "eos", model: "touchstone-served-model" },
  { text: "Hello.", usage: {} },
  { text: "It is nodejs.org.", sources: [{ type: "url", url: "https://nodejs.org/en", title: "Node.js" }] },
];

const thought = "91 is 7 times 13.\n  So it is not. 🤔";

export const streamAndGenerateAgree = llmCase({
  name: "StreamAndGenerateAgree",
  claim: "stream() sends what generate() sends, and ends with what generate() gives, in every field.",
  script: ["Hello.", "Hello again."],
  capabilities: ["streaming"],
  checks: {
    "conversation-is-the-same": must({
      clause: "stream() sends the system text and the history as generate() does.",
      why: "The model forgets its instructions, or what was said, as soon as somebody turns streaming on.",
      fix: "Build the request body in one place for both methods.",
      needs: ["script", "meaning"],
    }),
    "settings-are-the-same": must({
      clause:
        "stream() sends temperature, topP, seed, maxTokens and stopSequences as generate() does, or refuses them too.",
      why: "A dropped setting shows itself only in results, and only in the half of the calls that are streamed.",
      fix: "Build the request body in one place for both methods.",
      needs: ["script", "meaning"],
    }),
    "attachments-are-the-same": must({
      clause: "stream() sends an image as generate() does.",
      why: "The model describes a picture that it never got.",
      fix: "Build the request body in one place for both methods.",
      needs: ["script", "meaning"],
      capabilities: ["vision"],
    }),
    "schema-is-the-same": must({
      clause: "stream() sends the output schema as generate() does.",
      why: "A streamed answer is prose where the other one was JSON.",
      fix: "Build the request body in one place for both methods.",
      needs: ["script", "meaning"],
      capabilities: ["structuredOutput"],
    }),
    "tools-are-the-same": must({
      clause: "stream() sends the tools and the tool choice as generate() does.",
      why: "The model makes up what it could have looked up.",
      fix: "Build the request body in one place for both methods.",
      needs: ["script", "meaning"],
      capabilities: ["tools"],
    }),
    "effort-is-the-same": must({
      clause: "stream() sends the reasoning effort as generate() does.",
      why: "Streamed answers come without the thinking that was asked for.",
      fix: "Build the request body in one place for both methods.",
      needs: ["script", "meaning"],
      capabilities: ["reasoning"],
    }),
    "every-field-agrees": must({
      clause:
        "For a cut, a blocked, a relabelled and an unmetered answer, and one with sources, `response()` is what generate() gives, `raw` aside.",
      why: "Usage, sources or the finish reason are missing from every answer that was streamed.",
      fix: "Collect them from all chunks, and make the response with one function for both methods.",
      needs: ["script"],
    }),
    "calls-agree": must({
      clause: "A turn that asks for a tool outside of a loop gives the same `toolCalls` and `messages` either way.",
      why: "A conversation that is paused to decide works only without streaming.",
      fix: "Join the fragments of streamed calls into what the whole reply would have held.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "reasoning-is-told-apart": must({
      clause: "Reasoning comes as `reasoning` deltas, which join to the response's `reasoning`, and never as text.",
      why: "Users are shown the model's scratch paper as its answer, or it is lost.",
      fix: "Yield what the provider marks as thought as `reasoning`, in streams too.",
      needs: ["script"],
      capabilities: ["reasoning"],
    }),
    "closed-llm-streams-nothing": must({
      clause: "After close() of the LLM stream() rejects with LLM_CANCELLED (499).",
      why: "A service that shuts down goes on beginning streams.",
      fix: "Look at the same mark in both methods, before the wire.",
    }),
  },
  async run({ open, check, can, signal }) {
    await open();
    /** Sends a request with both methods; what is refused by the one must be refused by the other. */
    const expectSame = async (...requests: readonly LLMRequest[]) => {
      const script = requests.flatMap(({ schema }) => new Array<string>(2).fill(schema ? cityAnswer : "Hello."));
      const { subject, sent } = await open({ script });
      for (const request of requests) {
        if (await isUnsupported(generate(subject, request, { signal }))) {
          await expectError(stream(subject, request, { signal }), "LLM_UNSUPPORTED");
          continue;
        }
        const whole = sent().at(-1)?.turn;
        expectThat(whole !== undefined, mismatch("the number of requests that generate() sent", "1", "0"));
        await events(await stream(subject, request, { signal }));
        equal(sent().at(-1)?.turn, whole, "what stream() sent (against what generate() sent)");
      }
    };
    await check("conversation-is-the-same", () => expectSame(conversation));
    await check("settings-are-the-same", () => expectSame(...settings.map((setting) => ({ ...hello, ...setting }))));
    await check("attachments-are-the-same", () => expectSame(imageRequest));
    await check("schema-is-the-same", () => expectSame(cityRequest));
    await check("tools-are-the-same", () => expectSame({ ...temperatureRequest(), toolChoice: "none" }));
    await check("effort-is-the-same", () => expectSame(reasoningRequest));

    /** Plays each answer twice, once with each method. */
    const expectAgreement = async (script: Script, request: LLMRequest) => {
      const { subject } = await open({ script: script.flatMap((reply) => [reply, reply]) });
      for (const _ of script) {
        const whole = await generate(subject, request, { signal });
        const { response } = await playStream(subject, request, signal);
        equal(comparable(response), comparable(whole), "`response()` (against generate()'s)");
      }
    };
    await check("every-field-agrees", () => expectAgreement(answers, hello));
    await check("calls-agree", () =>
      expectAgreement([{ text: "Let me look.", ...temperatureCall }], { ...temperatureRequest(), maxSteps: 1 }),
    );
    await check("reasoning-is-told-apart", async () => {
      const { subject } = await open({ script: [{ text: "No.", reasoning: thought }] });
      const { events: all, response } = await playStream(subject, reasoningRequest, signal);
      equal(joinedDeltas(all, "reasoning"), thought, "the joined reasoning deltas");
      equal(response.reasoning, thought, "`reasoning` of the response");
      equal(joinedDeltas(all, "text"), "No.", "the joined text deltas");
    });
    await check("closed-llm-streams-nothing", async () => {
      const { subject, sent } = await open({ script: notToBeAsked });
      await close(subject);
      await expectError(stream(subject, hello), "LLM_CANCELLED", { status: 499 });
      if (can("traffic")) expectNothingSent(sent());
    });
  },
});
