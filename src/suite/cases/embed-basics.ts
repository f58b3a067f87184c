import { embed } from "../ask.js";
import { embedderCase, must, should } from "../case.js";
import { equal, expectCount, expectText } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { expectSame, expectVectors, similarity } from "./vectors.js";

const texts = ["The cat sat on the mat.", "Interest rates rose again.", "Grüße aus Köln 👋🏽"] as const;

export const embedIdentity = embedderCase({
  name: "EmbedIdentity",
  claim: "An embedder names its provider, model and the length of its vectors, and so does its response.",
  script: [],
  prompt: { texts: [texts[0]] },
  checks: {
    "provider-is-named": must({
      clause: "`provider` is a string that is not blank.",
      why: "Logs and error messages cannot tell which provider they speak of.",
      fix: "Set `provider` to a constant of the driver.",
    }),
    "model-is-named": must({
      clause: "`model` is a string that is not blank.",
      why: "Vectors of two models cannot be compared; nobody can tell which one made those in a database.",
      fix: "Set `model` from the driver's options.",
    }),
    "response-names-both": must({
      clause: "A response's `provider` is the embedder's own, and its `model` is not blank.",
      why: "What is stored beside the vectors does not say where they came from.",
      fix: "Fill `model` from the reply, else from the request or the embedder.",
    }),
    "dimensions-are-true": must({
      clause: "Where the embedder tells its `dimensions`, its vectors have that length.",
      why: "A database column of that length refuses them.",
      fix: "Leave `dimensions` out unless it is known for the model in use.",
    }),
  },
  async run({ open, check, prompt, signal }) {
    const { subject } = await open();
    await check("provider-is-named", () => expectText(subject.provider, "`provider`"));
    await check("model-is-named", () => expectText(subject.model, "`model`"));
    const response = await embed(subject, prompt, { signal });
    await check("response-names-both", () => {
      equal(response.provider, subject.provider, "the response's `provider`");
      expectText(response.model, "the response's `model`");
    });
    await check("dimensions-are-true", () => {
      const { dimensions } = subject;
      if (dimensions === undefined) return;
      expectThat(
        Number.isInteger(dimensions) && dimensions > 0,
        mismatch("`dimensions`", "a whole number over 0", describe(dimensions)),
      );
      equal(response.vectors[0]?.length, dimensions, "the length of a vector (against `dimensions`)");
    });
  },
});

export const embedReturnsOneVectorPerText = embedderCase({
  name: "EmbedReturnsOneVectorPerText",
  claim: "Each text gets one vector, in the order of the texts.",
  script: [],
  prompt: { texts },
  checks: {
    "one-vector-a-text": must({
      clause: "There are as many vectors as texts.",
      why: "Every text after the missing one is found under its neighbour's vector.",
      fix: "Check the count of the reply, and refuse one that does not match with EMBED_BAD_RESPONSE.",
    }),
    "vectors-are-numbers": must({
      clause: "Each vector is a list of finite numbers, not empty, and all have the same length.",
      why: "One NaN makes every similarity NaN, and a base64 string no similarity at all.",
      fix: "Ask for plain numbers or decode what came, and check it.",
    }),
    "order-is-kept": must({
      clause: "Vector i is that of text i.",
      why: "A search finds the wrong documents, and nothing tells.",
      fix: "Sort the reply by its index; a provider may answer in any order.",
    }),
    "same-text-same-vector": should({
      clause: "The same text gets the same vector again.",
      why: "What was stored cannot be found by its own text.",
      fix: "Keep state and randomness out of the driver; small differences of the provider's are allowed for.",
    }),
    "usage-is-whole-numbers": must({
      clause: "`usage.inputTokens` is a whole number that is not negative, or undefined.",
      why: "One NaN makes a sum over a month of calls NaN.",
      fix: "Leave it out where the provider does not report it.",
    }),
    "texts-arrive": must({
      clause: "The texts reach the provider as they are, in order.",
      why: "What is stored under a text is the vector of another.",
      fix: "Send the texts untouched: no trimming, no replacing of line ends.",
      needs: ["meaning"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    const { subject, sent } = await open();
    const response = await embed(subject, prompt, { signal });
    const { vectors, usage } = response;
    await check("texts-arrive", () =>
      equal(
        sent().flatMap((request) => request.embed?.texts ?? []),
        texts,
        "the texts sent",
      ),
    );
    await check("one-vector-a-text", () => equal(vectors.length, texts.length, "the number of vectors"));
    await check("vectors-are-numbers", () => expectVectors(vectors, texts.length));
    await check("usage-is-whole-numbers", () => expectCount(usage.inputTokens, "`usage.inputTokens`"));
    await check("order-is-kept", async () => {
      const reversed = (await embed(subject, { texts: texts.toReversed() }, { signal })).vectors.toReversed();
      texts.forEach((_, i) => {
        const own = similarity(vectors[i], reversed[i]);
        expectThat(
          own > 0.98,
          mismatch(
            `the vector of text ${i}, against its own when the texts come in reverse`,
            "a similarity over 0.98",
            own.toFixed(2),
          ),
        );
      });
      const [first, second] = vectors;
      expectThat(
        similarity(first, second) < 0.9999,
        mismatch("the vectors of two different texts", "two", "the same twice"),
      );
    });
    await check("same-text-same-vector", async () => {
      const again = await embed(subject, { texts: [texts[0]] }, { signal });
      expectSame(again.vectors[0], vectors[0], "the vector of a text that is embedded again, against its first");
    });
  },
});

export const embedRequestIsNotMutated = embedderCase({
  name: "EmbedRequestIsNotMutated",
  claim: "The caller's request is its own: never changed, and free to change once the call was made.",
  script: [],
  prompt: { texts },
  checks: {
    "request-is-not-changed": must({
      clause: "The request is the same after the call as before.",
      why: "A list of texts that is kept beside its vectors no longer fits them.",
      fix: "Copy before trimming, splitting or sorting; splice() of the caller's list empties it.",
    }),
    "later-changes-do-not-matter": must({
      clause: "What its owner changes after the call was made does not change what is embedded.",
      why: "A buffer of texts that is refilled while a batch is under way yields vectors of other texts.",
      fix: "Copy the texts before the first await.",
    }),
  },
  async run({ open, check, prompt, signal }) {
    const { subject } = await open();
    const request = structuredClone(prompt);
    const { vectors } = await embed(subject, request, { signal });
    await check("request-is-not-changed", () => equal(request, prompt, "the request after the call"));
    await check("later-changes-do-not-matter", async () => {
      const changing = { texts: [...texts] as string[] };
      const pending = embed(subject, changing, { signal });
      changing.texts.length = 0;
      changing.texts.push("something else entirely");
      const response = await pending;
      equal(response.vectors.length, texts.length, "the number of vectors");
      expectSame(response.vectors[0], vectors[0], "the vector of the first text, against that without the change");
    });
  },
});
