import type { LLMErrorCode } from "../../contract/index.js";
import { embed } from "../ask.js";
import { embedderCase, must } from "../case.js";
import { equal, expectError, expectNothingSent } from "../expect.js";
import { expectThat, Failure, mismatch } from "../failure.js";

/** A name that no provider has; a strict one refuses the request for it, once it has got it. */
const option = "touchstone_probe";
const secretWord = "neither-dropped-nor-renamed";

export const embedOptionsArrive = embedderCase({
  name: "EmbedOptionsArrive",
  claim: "What only this provider knows reaches it.",
  script: [],
  prompt: { texts: ["hello"], providerOptions: { [option]: { inner: [secretWord] } } },
  checks: {
    "provider-options-arrive": must({
      clause: "`providerOptions` are in the request that is sent, nested values included.",
      why: "The one way to use what this contract has no word for does nothing.",
      fix: "Merge them into the body, at every depth, the caller's value winning.",
      needs: ["meaning"],
    }),
    "options-do-not-stay": must({
      clause: "The next request without them is sent without them.",
      why: "One request changes how all that come after it are embedded.",
      fix: "Merge into a body of the call's own.",
      needs: ["meaning"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    const { subject, sent } = await open();
    const told = () => {
      const request = sent().at(-1);
      return request?.raw?.body ?? JSON.stringify(request?.embed ?? {});
    };
    // A provider may refuse what it does not know; it has been sent then.
    await check("provider-options-arrive", async () => {
      await embed(subject, prompt, { signal }).catch(() => {});
      const arrived = told().includes(option) && told().includes(secretWord);
      expectThat(
        arrived,
        mismatch("the request sent", `\`providerOptions.${option}.inner[0]\` in it`, "nothing of it"),
      );
    });
    await check("options-do-not-stay", async () => {
      await embed(subject, { texts: ["hello"] }, { signal });
      expectThat(
        !told().includes(option),
        mismatch("the next request sent", "no `providerOptions`", `\`${option}\` of the request before it`),
      );
    });
  },
});

const other = "touchstone-other-model";
const refusals: readonly LLMErrorCode[] = [
  ...(["EMBED_REQUEST_REJECTED", "EMBED_MODEL_NOT_FOUND", "EMBED_INVALID_REQUEST", "EMBED_UNSUPPORTED"] as const),
];

export const embedPerRequestModel = embedderCase({
  name: "EmbedPerRequestModelIsHonouredOrRefused",
  claim: "A request's own model embeds that request, and that request alone, or is refused.",
  script: [],
  prompt: { texts: ["hello"], model: other },
  checks: {
    "model-is-sent": must({
      clause: "The asked-for model is the one on the wire; a call refused as unsupported or invalid sends nothing.",
      why: "Vectors of another model are stored beside each other, and nothing is found any more.",
      fix: "Use `request.model ?? model` where the body or address is built.",
      needs: ["meaning"],
    }),
    "model-is-reported": must({
      clause: "The response's `model` is the asked-for one, where the provider names no other.",
      why: "What is stored beside the vectors names a model that did not make them.",
      fix: "Fill `model` from the reply, else from the request.",
      needs: ["script"],
    }),
    "next-call-is-back": must({
      clause: "The next request without a model goes to the embedder's own again.",
      why: "One request changes the model of all that come after it.",
      fix: "Keep the request's model in the call, not in the driver.",
      needs: ["meaning"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    const { subject, sent } = await open();
    const own = subject.model;
    const answer = await embed(subject, prompt, { signal }).catch((error: unknown) => {
      if (error instanceof Failure && error.rejection) return error;
      throw error;
    });
    await check("model-is-sent", async () => {
      if (answer instanceof Failure) {
        const { code } = await expectError(Promise.reject(answer), refusals);
        if (code === "EMBED_UNSUPPORTED" || code === "EMBED_INVALID_REQUEST") return expectNothingSent(sent());
      }
      equal(sent()[0]?.embed?.model, other, "the model sent");
    });
    await check("model-is-reported", async () => {
      if (answer instanceof Failure) await expectError(Promise.reject(answer), refusals);
      else equal(answer.model, other, "`model` of the response");
    });
    await check("next-call-is-back", async () => {
      await embed(subject, { texts: ["hello"] }, { signal });
      equal(sent().at(-1)?.embed?.model ?? own, own, "the model sent for the next request");
    });
  },
});
