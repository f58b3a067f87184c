import type { Embedder, EmbedRequest, EmbedResponse, LLMErrorCode } from "../../../contract/index.js";
import type { WireQuirk } from "../../../quirks/index.js";
import { embed } from "../../ask.js";
import type { CaseContext } from "../../case.js";
import { equal, expectError } from "../../expect.js";
import { expectThat, Failure, mismatch } from "../../failure.js";
import { expectSame, expectVectors } from "../vectors.js";
import { embedScenes, isEmbedScene } from "./embed-scenes.js";

type Context = CaseContext<Embedder, string>;

/** How far from 1 a vector of unit length may be. */
const tolerance = 1e-6;

/**
 * Plays a quirk's scene over a wire that has it, and over one that has not, whose vectors are the right ones: a list of
 * texts, and one text alone, which some protocols have another request for. An embedder that refuses what the scene asks
 * for has nothing to survive.
 */
export async function surviveEmbedding(context: Context, quirk: WireQuirk): Promise<void> {
  const { scene, id, expect } = quirk;
  if (!isEmbedScene(scene)) throw new Error(`${id} is not about embeddings, and these are cases of embedders`);
  const request = embedScenes[scene];
  const right = await embedded(await openWith(context, []), request, context);
  if (!right) return;
  const bent = await openWith(context, [id]);
  if (expect !== "unchanged" && "error" in expect) {
    const { error: codes, status, retryable } = expect;
    const work = embed(bent, request, context);
    const error = await expectError(work, codes as LLMErrorCode[], status === undefined ? {} : { status });
    if (retryable !== undefined)
      equal(error.retryable, retryable, `embed() with ${id}: \`retryable\` of ${error.code}`);
    return;
  }
  expectRight(await embed(bent, request, context), right, quirk);
  const [first = ""] = request.texts;
  const alone = await embed(bent, { ...request, texts: [first] }, context);
  expectVectors(alone.vectors, 1);
  expectSame(
    alone.vectors[0],
    right.vectors[0],
    `embed() with ${id}: the vector of a text alone, against the right one`,
  );
}

async function openWith({ open }: Context, quirks: readonly string[]): Promise<Embedder> {
  return (await open({ quirks })).subject;
}

/** The response, or nothing where the request was refused as unsupported. */
async function embedded(
  subject: Embedder,
  request: EmbedRequest,
  { signal }: Context,
): Promise<EmbedResponse | undefined> {
  const pending = embed(subject, request, { signal });
  try {
    return await pending;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await expectError(pending, "EMBED_UNSUPPORTED", { status: 400 });
    return undefined;
  }
}

function expectRight(response: EmbedResponse, right: EmbedResponse, { id, expect }: WireQuirk): void {
  const name = `embed() with ${id}`;
  expectVectors(response.vectors, right.vectors.length);
  response.vectors.forEach((vector, i) => {
    expectSame(vector, right.vectors[i], `${name}: vector ${i}, against the right one`);
    if (response.normalized !== true) return;
    const length = Math.hypot(...vector);
    expectThat(
      Math.abs(length - 1) <= tolerance,
      mismatch(`${name}: the length of vector ${i}, as the response is \`normalized\``, "1", length.toPrecision(4)),
    );
  });
  const { usage = right.usage } = typeof expect === "object" && "response" in expect ? expect.response : {};
  equal(response.usage, usage, `${name}: \`usage\``);
}
