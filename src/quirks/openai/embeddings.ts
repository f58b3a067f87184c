import type { WireExchange } from "../exchange.js";
import { jsonReply } from "../inject.js";
import type { Quirk } from "../quirk.js";
import {
  askedFor,
  embeddingsIn,
  numbersIn,
  onEmbeddingReply,
  onEmbeddings,
  onVectors,
  toBase64,
  vectorsIn,
} from "../vectors.js";

const protocols = ["openai"] as const;
const area = "embeddings";

/** https://github.com/ogx-ai/ogx/issues/5109 */
const noMatryoshka = {
  error: {
    message: "Model does not support matryoshka representation, changing output dimensions will lead to poor results.",
    type: "BadRequestError",
    code: 400,
  },
};

const asksForLength = (exchange: WireExchange) =>
  exchange.request.kind === "embed" && askedFor(exchange).dimensions !== undefined;

/** What hosts do to embeddings. */
export const embeddings: readonly Quirk[] = [
  {
    id: "EMB-01",
    name: "numbers-whatever-was-asked-for",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/openai/openai-node/pull/2150",
    seen: "many hosts that do not know `encoding_format`",
    breaks: "Vectors have a quarter of their length and are mostly zeros, without any error.",
    rule: "A list of numbers is a vector, though base64 was asked for.",
    fix: "Numbers are decoded as if they were base64: ask for `float`, or look at what came.",
    scene: "embed",
    inject: onVectors((vector) => vector),
    expect: "unchanged",
  },
  {
    id: "EMB-50",
    name: "base64-though-numbers-were-asked-for",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/mem0ai/mem0/pull/5170",
    seen: "gateways that hand on their own upstream's form",
    breaks: "A string is stored where a vector should be, or every call fails.",
    rule: "A vector in base64 is read as its 32-bit floats.",
    law: "Vectors are lists of numbers where `encoding_format` is not `base64`.",
    fix: "Look at the type of what came: a string is base64.",
    scene: "embed",
    inject: (exchange) => (askedFor(exchange).base64 ? undefined : onVectors(toBase64)(exchange)),
    detect: (exchange) =>
      !askedFor(exchange).base64 &&
      vectorsIn(exchange)?.some((vector) => typeof vector === "string" && numbersIn(vector).length > 0)
        ? "vectors came as base64, and `encoding_format` asked for numbers"
        : undefined,
    expect: "unchanged",
  },
  {
    id: "EMB-03",
    name: "vectors-out-of-order",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/pydantic/pydantic-ai/issues/7284",
    seen: "nobody for sure; the field `index` is there for it",
    breaks: "Vectors are stored with the wrong texts, without any error.",
    rule: "The `index` of an embedding tells whose it is, wherever in the list it stands.",
    fix: "The order of the list is taken for that of the texts: sort by `index`.",
    level: "should",
    scene: "embed",
    inject: onEmbeddings((all) => all.toReversed()),
    expect: "unchanged",
  },
  {
    id: "EMB-52",
    name: "one-index-for-all-vectors",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/pydantic/pydantic-ai/issues/7284",
    seen: "gateways that embed the texts one by one",
    breaks: "One vector is stored for all texts, or none can be told whose it is.",
    rule: "Vectors of which two have one index are EMBED_BAD_RESPONSE: none is attached to a text by guess.",
    law: "The `index` of an embedding is the place of its text, so each comes once.",
    fix: "Vectors are put in their places by `index`, and one overwrites the other: refuse an index that comes again.",
    scene: "embed",
    inject: onEmbeddings((all) => (all.length > 1 ? all.map((embedding) => ({ ...embedding, index: 0 })) : undefined)),
    detect: (exchange) => {
      const indexes = embeddingsIn(exchange)?.flatMap(({ index }) => (typeof index === "number" ? [index] : [])) ?? [];
      const again = indexes.find((index, i) => indexes.indexOf(index) !== i);
      return again === undefined ? undefined : `several embeddings have the index ${again}`;
    },
    expect: { error: ["EMBED_BAD_RESPONSE"], status: 502 },
  },
  {
    id: "EMB-60",
    name: "usage-without-a-total",
    class: "variant",
    protocols,
    area,
    report: "https://platform.openai.com/docs/api-reference/embeddings/object",
    seen: "hosts that count the input alone",
    breaks: "Tokens that were counted are told as unknown.",
    rule: "`prompt_tokens` is the usage of an embedding, whatever else there is.",
    fix: "Only `total_tokens` is read, or usage is left out: read `prompt_tokens`.",
    scene: "embed",
    inject: onEmbeddingReply((reply) => ({ ...reply, usage: { prompt_tokens: 25 } })),
    expect: { response: { usage: { inputTokens: 25 } } },
  },
  {
    id: "EMB-06",
    name: "dimensions-are-refused",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/ogx-ai/ogx/issues/5109",
    seen: "vLLM, for models of one length",
    breaks: "A setting that the model lacks cannot be told from a request that is broken.",
    rule: "A host that refuses `dimensions` gives EMBED_UNSUPPORTED.",
    fix: "Every 400 is a rejected request: look in its words for what is not supported.",
    scene: "embed-short",
    inject: (exchange) => (asksForLength(exchange) ? jsonReply(400, noMatryoshka) : undefined),
    expect: { error: ["EMBED_UNSUPPORTED"], status: 400, retryable: false },
  },
  {
    id: "EMB-58",
    name: "dimensions-are-refused-always",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/mem0ai/mem0/issues/3133",
    seen: "vLLM, also for the model's own length",
    breaks: "Nothing can be embedded at all.",
    rule: "`dimensions` is not sent where the caller did not ask for any.",
    fix: "The model's own length is sent with every request: leave the field out.",
    scene: "embed",
    inject: (exchange) =>
      asksForLength(exchange) ? jsonReply(400, noMatryoshka) : onEmbeddings((all) => all)(exchange),
    expect: "unchanged",
  },
  {
    id: "EMB-54",
    name: "more-texts-than-openai-takes",
    class: "request",
    protocols,
    area,
    report: "https://platform.openai.com/docs/api-reference/embeddings/create",
    seen: "clients that send what they are given",
    breaks: "Indexing stops at the first long document.",
    rule: "A request has at most 2,048 texts.",
    detect: (exchange) => {
      const { texts } = askedFor(exchange);
      return exchange.request.kind === "embed" && texts > 2_048
        ? `the request has ${texts} texts, and OpenAI takes 2,048`
        : undefined;
    },
    example: { path: "/v1/embeddings", body: { model: "embed-test", input: Array.from({ length: 2_049 }, () => "a") } },
  },
];
