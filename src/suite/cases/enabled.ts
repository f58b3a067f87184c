import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { hello } from "../prompts.js";

export const enabled = llmCase({
  name: "Enabled",
  claim: "An LLM that was configured says so, and answers.",
  script: ["Hello."],
  prompt: hello,
  checks: {
    "says-so": must({
      clause: "`enabled` is true.",
      why: "Applications look at it to decide whether to offer what needs a model; they would offer nothing.",
      fix: "Set `enabled: true`; only the stand-in for a service without a model says false.",
    }),
    answers: must({
      clause: "An enabled LLM answers a plain request.",
      why: "Every feature that was offered because the LLM said it is enabled fails at its first use.",
      fix: "See the error: the key, the address or the model name that the driver was made with does not work.",
    }),
  },
  async run({ open, check, prompt, signal }) {
    const { subject } = await open();
    await check("says-so", () => equal(subject.enabled, true, "`enabled`"));
    await check("answers", () => generate(subject, prompt, { signal }));
  },
});
