import { expect, test } from "vitest";
import { LLMError } from "../contract/index.js";
import { conforms, equal, expectThat, Failure, generate, llmCase, must, runLLMCases } from "./index.js";
import { plainLLM, plainStage } from "./testing/plain-subject.js";

// What somebody has who writes a case of their own: the public face, and nothing behind it.

const rule = { clause: "It holds.", why: "It matters.", fix: "Mend it." };
const ownCase = llmCase({
  name: "SpeaksPolitely",
  claim: "An answer is polite.",
  script: ["Hello."],
  prompt: { messages: [{ role: "user", content: "Say hello." }] },
  checks: { greets: must(rule), thanks: must(rule), answers: must(rule), "says-how": must(rule) },
  async run({ open, check, prompt, signal }) {
    const { subject } = await open();
    const { text } = await generate(subject, prompt, { signal });
    await check("greets", () => expectThat(text.includes("Hello"), `the text is "${text}"`));
    await check("thanks", () => equal(text, "Thank you.", "`text`"));
    await check("answers", () => generate(subject, { ...prompt, system: "Fail." }, { signal }));
    await check("says-how", () => {
      throw new Failure("it does not say how");
    });
  },
});

test("a case of one's own fails the subject, and is not taken for the suite's fault", async () => {
  const llm = plainLLM();
  const failing = plainLLM({
    generate: (request) =>
      request.system ? Promise.reject(new LLMError("LLM_BAD_RESPONSE", "not JSON")) : llm.generate(request),
  });
  const report = await runLLMCases(() => failing, { stage: plainStage(), cases: [ownCase] });
  expect(report.verdicts.map(({ check, status, reason }) => [check, status, reason])).toEqual([
    ["greets", "passed", undefined],
    ["thanks", "failed", "`text`: expected 'Thank you.', got 'Hello.'"],
    [
      "answers",
      "failed",
      "generate(): expected it to resolve, got a rejection with LLM_BAD_RESPONSE (status 502): not JSON",
    ],
    ["says-how", "failed", "it does not say how"],
  ]);
  expect(conforms(report)).toBe(false);
});
