import type { LLMError, LLMResponse } from "../../contract/index.js";
import { events, generate, named, stream } from "../ask.js";
import { llmCase, must, should } from "../case.js";
import { equal, expectError, expectWellFormed } from "../expect.js";
import { describe, expectThat, Failure, mismatch } from "../failure.js";
import { hello } from "../prompts.js";

const answer = "Hello there!\n\n  Grüß dich, 你好 👋🏽 — and a second sentence, so that it takes several deltas.";
const reply = { text: answer, usage: { inputTokens: 12, outputTokens: 20 } };

/** What a provider may refuse with, one for good and one for now. */
const refusals = ["LLM_CONTEXT_TOO_LONG", "LLM_RATE_LIMITED"] as const;
const asData = ({ code, status, retryable, retryAfterMs }: LLMError) => ({ code, status, retryable, retryAfterMs });

/** What stream() and generate() must agree on; the raw reply is generate()'s alone. */
const withoutRaw = ({ raw: _, ...response }: LLMResponse) => response;

export const streamCase = llmCase({
  name: "Stream",
  claim: "A stream brings the answer in pieces, ends with the response, and never passes a broken answer off as whole.",
  script: [reply],
  prompt: hello,
  capabilities: ["streaming"],
  checks: {
    "deltas-join-to-the-text": must({
      clause: "The text deltas join to exactly the response's `text`.",
      why: "What the user watched being written is not what is stored.",
      fix: "Build both from the same pieces, without trimming; decode bytes with one streaming decoder a response.",
    }),
    "text-is-untouched": must({
      clause: "The joined deltas are the answer to the letter.",
      why: "Code, Markdown and names lose characters on their way.",
      fix: "Pass each piece on as JSON gave it; white space at the start of a piece is part of the text.",
      needs: ["script"],
    }),
    "no-empty-delta": must({
      clause: "No delta is empty.",
      why: "Clients that take the first delta for the beginning of the answer stop their spinner too early.",
      fix: "Skip chunks that carry a role, usage or an empty string.",
    }),
    "deltas-are-well-formed": must({
      clause: "Each delta is well-formed Unicode: no character is split over two of them.",
      why: "An emoji that is written to a terminal or socket in halves becomes two replacement characters.",
      fix: "Hold back a high surrogate at the end of a piece until its other half is there.",
    }),
    "steps-count-from-one": must({
      clause: "Every event but the last has `step`, 1 in the first turn.",
      why: "Clients that show each turn of a tool loop apart cannot tell where one begins.",
      fix: "Count the turns of the loop from 1 and put the number on each event.",
    }),
    "one-finish-last": must({
      clause: "There is exactly one `finish` event and it is the last.",
      why: "A client that waits for it waits forever, or handles the end twice.",
      fix: "Yield it once, when the provider has announced the end, and nothing after it.",
    }),
    "response-is-the-finish": must({
      clause: "After the iteration `response()` gives what the `finish` event brought.",
      why: "What is shown and what is stored differ.",
      fix: "Keep the response of the finish event and give that.",
    }),
    "iterable-once": must({
      clause: "Iterating a second time throws.",
      why: "A second loop that gives nothing looks like an empty answer.",
      fix: "Throw from `[Symbol.asyncIterator]()` when it was called before.",
    }),
    "response-drains": must({
      clause: "`response()` without any iteration reads to the end and gives the response.",
      why: "Callers who only sometimes show the deltas hang.",
      fix: "Let `response()` read what is left by itself.",
    }),
    "equals-generate": must({
      clause: "`response()` gives what `generate()` gives for the same answer, `raw` aside.",
      why: "A feature that works until somebody turns streaming on.",
      fix: "Let one function make the response, of a turn that either path has read.",
      needs: ["script"],
    }),
    "arrives-in-pieces": should({
      clause: "A long answer arrives in more than one delta.",
      why: "A stream of one piece is a wait with extra steps.",
      fix: "Yield each piece when it arrives instead of collecting them.",
      needs: ["script"],
    }),
    "refusal-rejects": must({
      clause:
        "When the provider refuses, `stream()` rejects with the code, status and retry advice that `generate()` gives.",
      why: "A caller sends 200 and headers to its own client before it learns that there is no answer.",
      fix: "Look at the status before resolving; map it with the same function for both methods.",
      needs: ["script"],
    }),
    "cut-is-not-success": must({
      clause:
        "A connection that is cut in mid-answer brings what had arrived, then LLM_STREAM_INTERRUPTED (502), then nothing.",
      why: "Half an answer is stored and acted upon as if it were whole.",
      fix: "Require the provider's end mark; a clean end of the connection is none.",
      needs: ["script"],
    }),
    "late-error-rejects": must({
      clause:
        "An error that the provider reports in mid-answer comes after the text that had arrived, and is not retryable.",
      why: "The caller gets an empty success, or the same half answer again and again.",
      fix: "Recognise error objects among the chunks; nothing is retried once the first byte is out.",
      needs: ["script"],
    }),
  },
  async run({ open, check, can, prompt, signal }) {
    const { subject } = await open();
    const opened = await stream(subject, prompt, { signal });
    const all = await events(opened);
    const response = await opened.response();
    const deltas = all.flatMap((event) => (event.type === "text" ? [event.text] : []));

    await check("deltas-join-to-the-text", () => equal(deltas.join(""), response.text, "the joined deltas"));
    await check("text-is-untouched", () => equal(deltas.join(""), answer, "the joined deltas"));
    await check("no-empty-delta", () => {
      const empty = all.findIndex((event) => "text" in event && event.text === "");
      expectThat(empty < 0, mismatch(`event ${empty + 1} of ${all.length}`, "a delta with text", "an empty one"));
    });
    await check("deltas-are-well-formed", () => {
      for (const delta of deltas) expectWellFormed(delta, "a delta");
    });
    await check("steps-count-from-one", () => {
      for (const event of all) if (event.type !== "finish") equal(event.step, 1, `\`step\` of a ${event.type} event`);
    });
    await check("one-finish-last", () => {
      const finishes = all.filter((event) => event.type === "finish").length;
      equal(finishes, 1, "the number of finish events");
      equal(all.at(-1)?.type, "finish", "the last event's type");
    });
    await check("response-is-the-finish", () => {
      const finish = all.find((event) => event.type === "finish");
      expectThat(finish !== undefined, mismatch("the number of finish events", "1", "0"));
      equal(response, finish.response, "`response()`");
    });
    await check("iterable-once", () => {
      try {
        opened.stream[Symbol.asyncIterator]();
      } catch {
        return;
      }
      throw new Failure(mismatch("iterating a second time", "an error", "an iteration"));
    });
    await check("response-drains", async () => {
      const played = await open();
      const drained = await (await stream(played.subject, prompt, { signal })).response();
      expectThat(drained.text !== "", mismatch("`response().text` without iteration", "text", "''"));
      if (can("script")) equal(drained.text, answer, "`response().text` without iteration");
    });
    await check("equals-generate", async () => {
      const played = await open();
      const whole = withoutRaw(await generate(played.subject, prompt, { signal }));
      equal(withoutRaw(response), whole, "`response()` (against what generate() gives)");
    });
    await check("arrives-in-pieces", () =>
      expectThat(deltas.length > 1, mismatch("the number of text deltas", "at least 2", String(deltas.length))),
    );
    await check("refusal-rejects", async () => {
      const played = await open({
        script: refusals.flatMap((code) => [{ error: { code } }, { error: { code } }]),
      });
      for (const code of refusals) {
        const whole = await expectError(generate(played.subject, prompt, { signal }), code);
        const streamed = await expectError(stream(played.subject, prompt, { signal }), code);
        equal(asData(streamed), asData(whole), `the ${code} of stream()`);
      }
    });
    /** The text that arrives before a scripted failure, and what follows it. */
    const failing = async (failure: object) => {
      const played = await open({ script: [{ text: answer, ...failure }] });
      const broken = await stream(played.subject, prompt, { signal });
      const { events: before, failure: seen } = await broken.collect();
      if (!seen)
        throw new Failure(
          mismatch(
            "the end of a stream that the provider broke off",
            "an error",
            `a quiet end after ${before.length} events`,
          ),
        );
      const text = before.map((event) => (event.type === "text" ? event.text : "")).join("");
      equal(text, answer, "the text before the error");
      const after = await broken.next();
      expectThat(after === undefined, mismatch("next() after the error", "the end", describe(after)));
      return { broken, seen };
    };
    await check("cut-is-not-success", async () => {
      const { broken, seen } = await failing({ cut: true });
      await expectError(named(Promise.reject(seen), "the iteration"), "LLM_STREAM_INTERRUPTED", { status: 502 });
      await expectError(broken.response(), "LLM_STREAM_INTERRUPTED");
    });
    await check("late-error-rejects", async () => {
      const { seen } = await failing({ error: { code: "LLM_PROVIDER_ERROR", message: "overloaded" } });
      const error = await expectError(named(Promise.reject(seen), "the iteration"), "LLM_PROVIDER_ERROR");
      equal(error.retryable, false, "`retryable` of an error in mid-stream");
    });
  },
});
