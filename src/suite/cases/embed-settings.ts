import {
  type Embedder,
  type EmbedRequest,
  type EmbedResponse,
  type EmbedTask,
  embedTasks,
} from "../../contract/index.js";
import { embed } from "../ask.js";
import { embedderCase, must, type Played } from "../case.js";
import { equal, expectError, expectNothingSent } from "../expect.js";
import { Failure } from "../failure.js";
import { expectSame, expectVectors } from "./vectors.js";

/** The response, or nothing where the setting was refused as unsupported. */
async function honoured(pending: Promise<EmbedResponse>): Promise<EmbedResponse | undefined> {
  try {
    return await pending;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await expectError(pending, "EMBED_UNSUPPORTED", { status: 400 });
    return undefined;
  }
}

/** What a setting that is refused must not do, beside being honoured. */
const refusalSendsNothing = must({
  clause: "Where it is refused, nothing is sent.",
  why: "A refusal that comes back from the provider costs a round trip, and may have been paid for.",
  fix: "Refuse before the request is built, not by reading the provider's error.",
  needs: ["traffic"],
});

/** Judges that; where the settings are honoured, there is no refusal that could send anything. */
async function expectUnsentRefusal(
  { subject, sent }: Played<Embedder>,
  requests: readonly EmbedRequest[],
  signal: AbortSignal,
): Promise<void> {
  for (const request of requests) {
    const before = sent().length;
    const response = await honoured(embed(subject, request, { signal }));
    if (!response) expectNothingSent(sent(), before);
  }
}

/** A length that every provider with such a setting takes. */
const dimensions = 128;

export const embedHonoursDimensionsOrRefuses = embedderCase({
  name: "EmbedHonoursDimensionsOrRefuses",
  claim: "Vectors have the length that was asked for, or the request is refused.",
  script: [],
  prompt: { texts: ["hello", "good bye"] },
  checks: {
    "length-is-honoured-or-refused": must({
      clause: "Asked for 128 dimensions, every vector has 128; otherwise the call is EMBED_UNSUPPORTED (400).",
      why: "The database refuses vectors of another length, or worse, its column was made for them.",
      fix: "Send `dimensions` in the provider's field for it, and check what comes back; refuse where there is no such field.",
    }),
    "refusal-sends-nothing": refusalSendsNothing,
    "dimensions-are-sent": must({
      clause: "Dimensions that are honoured are in the request that is sent.",
      why: "A vector that was cut off here is not one that the model made for that length: searches get worse without a sign.",
      fix: "Send `dimensions` in the provider's field for it; do not slice vectors yourself.",
      needs: ["meaning"],
    }),
    "next-call-is-back": must({
      clause: "The next request without `dimensions` has the length that it had before.",
      why: "One request changes the length for all that come after it.",
      fix: "Keep the request's dimensions in the call.",
    }),
  },
  async run({ open, check, prompt, signal }) {
    const played = await open();
    const { subject } = played;
    const before = await embed(subject, prompt, { signal });
    const shortened = { ...prompt, dimensions };
    await check("length-is-honoured-or-refused", async () => {
      const response = await honoured(embed(subject, shortened, { signal }));
      if (!response) return;
      expectVectors(response.vectors, prompt.texts.length);
      equal(response.vectors[0]?.length, dimensions, "the length of a vector");
    });
    await check("refusal-sends-nothing", () => expectUnsentRefusal(played, [shortened], signal));
    await check("dimensions-are-sent", async () => {
      const sentBefore = played.sent().length;
      if (!(await honoured(embed(subject, shortened, { signal })))) return;
      for (const request of played.sent().slice(sentBefore))
        equal(request.embed?.dimensions, dimensions, "`dimensions` of the request sent");
    });
    await check("next-call-is-back", async () => {
      const after = await embed(subject, prompt, { signal });
      expectVectors(after.vectors, prompt.texts.length);
      equal(after.vectors[0]?.length, before.vectors[0]?.length, "the length of a vector without `dimensions`");
    });
  },
});

export const embedHonoursTaskOrRefuses = embedderCase({
  name: "EmbedHonoursTaskOrRefuses",
  claim: "What the vectors are for reaches the provider, or the request is refused.",
  script: [],
  prompt: { texts: ["hello"] },
  checks: {
    "task-is-taken-or-refused": must({
      clause: "Each of the five tasks gives vectors, or is EMBED_UNSUPPORTED (400).",
      why: "A task that fails in any other way cannot be told from an outage.",
      fix: "Map the five names to the provider's; where it has no tasks, refuse with EMBED_UNSUPPORTED.",
    }),
    "refusal-sends-nothing": refusalSendsNothing,
    "task-is-sent": must({
      clause: "A task that is taken is in the request that is sent.",
      why: "Queries and documents are embedded alike, and the search gets worse without a sign.",
      fix: "Send the task in the provider's field for it, or refuse it.",
      needs: ["meaning"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    const played = await open();
    const taken: EmbedTask[] = [];
    await check("task-is-taken-or-refused", async () => {
      for (const task of embedTasks) {
        const response = await honoured(embed(played.subject, { ...prompt, task }, { signal }));
        if (!response) continue;
        taken.push(task);
        expectVectors(response.vectors, prompt.texts.length);
      }
    });
    await check("task-is-sent", () => {
      const sent = played.sent().map((request) => request.embed?.task);
      equal(sent, taken, "the tasks of the requests sent");
    });
    await check("refusal-sends-nothing", () =>
      expectUnsentRefusal(
        played,
        embedTasks.map((task) => ({ ...prompt, task })),
        signal,
      ),
    );
  },
});

const topics = ["winter sports", "the law of contracts", "baking bread", "orbital mechanics", "jazz", "tax", "bees"];

export const embedSplitsLargeBatches = embedderCase({
  name: "EmbedSplitsLargeBatches",
  claim: "A list of texts of any length is embedded whole and in order.",
  script: [],
  prompt: { texts: Array.from({ length: 300 }, (_, i) => `chapter ${i} is about ${topics[i % topics.length]}`) },
  checks: {
    "every-text-gets-a-vector": must({
      clause: "300 texts get 300 vectors of one length.",
      why: "Indexing stops at the first document with more chunks than the provider takes at once.",
      fix: "Split at the provider's limit and join the parts.",
    }),
    "order-is-kept": must({
      clause: "The vectors of the first, the middle and the last text are those of these texts on their own.",
      why: "From the second part on, every text is found under another's vector.",
      fix: "Join the parts in the order of the texts, also when they are sent at the same time.",
    }),
    "each-text-is-sent-once": must({
      clause: "Each text is sent once.",
      why: "Overlapping parts are paid for twice.",
      fix: "Cut the list at multiples of the limit.",
      needs: ["meaning"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    const { subject, sent } = await open();
    const { texts } = prompt;
    const { vectors } = await embed(subject, prompt, { signal });
    await check("each-text-is-sent-once", () => {
      const all = sent().flatMap((request) => request.embed?.texts ?? []);
      equal(all.length, texts.length, "the number of texts sent");
      equal(all.toSorted(), texts.toSorted(), "the texts sent");
    });
    await check("every-text-gets-a-vector", () => {
      expectVectors(vectors, texts.length);
    });
    await check("order-is-kept", async () => {
      for (const i of [0, 149, 299]) {
        const alone = await embed(subject, { texts: [texts[i] as string] }, { signal });
        expectSame(
          vectors[i],
          alone.vectors[0],
          `the vector of text ${i}, one of many, against its own when it is embedded alone`,
        );
      }
    });
  },
});
