import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectText } from "../expect.js";
import { expectThat, mismatch } from "../failure.js";
import { hello } from "../prompts.js";

export const identity = llmCase({
  name: "Identity",
  claim: "An LLM names its provider and model, and stays with it.",
  script: ["Hello."],
  prompt: hello,
  checks: {
    "provider-is-named": must({
      clause: "`provider` is a string that is not blank.",
      why: "Logs, meters and error messages cannot tell which provider they speak of.",
      fix: "Set `provider` to a constant of the driver, for example `openai`.",
    }),
    "model-is-named": must({
      clause: "`model` is a string that is not blank.",
      why: "Nobody can tell which model answered when a request named none.",
      fix: "Set `model` from the driver's options; refuse to be made without one.",
    }),
    "response-names-the-provider": must({
      clause: "A response's `provider` is the LLM's own.",
      why: "A cost report that groups by the response's provider splits one provider into two.",
      fix: "Fill the response's `provider` from the driver's, not from a field of the reply.",
    }),
    "identity-is-stable": must({
      clause: "`provider`, `model` and `enabled` are the same after a call as before.",
      why: "A model that moves after its first call makes every later request go somewhere else.",
      fix: "Keep what a reply says out of the LLM's own fields; it belongs into the response.",
    }),
    "own-model-is-sent": must({
      clause: "A request that names no model is sent with the LLM's own.",
      why: "The provider's default answers instead, which may be another model at another price.",
      fix: "Send the model of the driver's options where the request has none.",
      needs: ["meaning"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    const { subject, sent } = await open();
    const before = { provider: subject.provider, model: subject.model, enabled: subject.enabled };
    await check("provider-is-named", () => expectText(before.provider, "`provider`"));
    await check("model-is-named", () => expectText(before.model, "`model`"));
    const response = await generate(subject, prompt, { signal });
    await check("response-names-the-provider", () =>
      equal(response.provider, before.provider, "the response's `provider`"),
    );
    await check("identity-is-stable", () => {
      const { provider, model, enabled } = subject;
      equal({ provider, model, enabled }, before, "its identity after a call");
    });
    await check("own-model-is-sent", () => {
      const turn = sent()[0]?.turn;
      expectThat(turn !== undefined, mismatch("the number of requests sent", "1", "0"));
      // In memory there is no wire to name the model on.
      equal(turn.model ?? before.model, before.model, "the model sent");
    });
  },
});
