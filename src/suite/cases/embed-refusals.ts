import type { Embedder, EmbedRequest } from "../../contract/index.js";
import { embed } from "../ask.js";
import { embedderCase, must } from "../case.js";
import { expectError, expectNothingSent } from "../expect.js";

const hello: EmbedRequest = { texts: ["hello"] };

/** A request that the contract does not allow is refused as such. */
async function expectRefused(embedder: Embedder, request: unknown, names?: string): Promise<void> {
  const expected = names === undefined ? { status: 400 } : { status: 400, names };
  await expectError(embed(embedder, request as EmbedRequest), "EMBED_INVALID_REQUEST", expected);
}

export const embedRejectsInvalidRequests = embedderCase({
  name: "EmbedRejectsInvalidRequests",
  claim: "A request that the contract does not allow is refused before it is sent.",
  script: [],
  checks: {
    "nothing-to-embed": must({
      clause: "No texts, or none in the list, is EMBED_INVALID_REQUEST with status 400.",
      why: "An empty batch is an error at some providers and a puzzle at others.",
      fix: "Check that `texts` is a list of at least one.",
    }),
    "blank-text": must({
      clause: "A text that is blank is refused, and the message names it: `texts[1]`.",
      why: "Providers refuse the whole batch, without saying which text it was, or give a vector that means nothing.",
      fix: "Check every text after trimming; send the untrimmed one.",
    }),
    "bad-dimensions": must({
      clause: "`dimensions` that are no positive whole number are refused.",
      why: "A computed NaN is sent as null, and the default length comes back.",
      fix: "Check with Number.isInteger and > 0.",
    }),
    "unknown-task": must({
      clause: "A task that the contract does not have is refused.",
      why: "A misspelt task is dropped, and the search gets worse without a sign.",
      fix: "Check `task` against the five names.",
    }),
    "unsafe-value": must({
      clause: "A BigInt, a function, NaN or a cycle in `providerOptions` is refused.",
      why: "JSON.stringify throws a TypeError of its own, or drops the property without a word.",
      fix: "Walk the request when it is copied, and refuse what JSON cannot carry.",
    }),
    "nothing-was-sent": must({
      clause: "None of these requests reaches the provider.",
      why: "It costs a round trip and comes back in the provider's own words.",
      fix: "Validate before the request is sent.",
      needs: ["traffic"],
    }),
  },
  async run({ open, check }) {
    const { subject, sent } = await open();
    await check("nothing-to-embed", async () => {
      for (const request of [{ texts: [] }, {}, { texts: "hello" }, undefined, null])
        await expectRefused(subject, request);
    });
    await check("blank-text", async () => {
      for (const blank of ["", " \n\t", 7, null]) await expectRefused(subject, { texts: ["hello", blank] }, "texts[1]");
    });
    await check("bad-dimensions", async () => {
      for (const dimensions of [0, -1, 1.5, Number.NaN, "8"]) await expectRefused(subject, { ...hello, dimensions });
    });
    await check("unknown-task", () => expectRefused(subject, { ...hello, task: "divination" }));
    await check("unsafe-value", async () => {
      const cyclic: Record<string, unknown> = {};
      cyclic.self = cyclic;
      for (const probe of [10n, () => 1, Number.NaN, cyclic])
        await expectRefused(subject, { ...hello, providerOptions: { probe } });
    });
    await check("nothing-was-sent", () => expectNothingSent(sent()));
  },
});
