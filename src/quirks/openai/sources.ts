import { isWireObject, type WireObject } from "../exchange.js";
import { either, onBody, onChunks } from "../inject.js";
import type { Quirk } from "../quirk.js";
import { deltaOf, omit, withDelta } from "./answers.js";
import { listOf } from "./calls.js";

const protocols = ["openai"] as const;
const area = "sources";

/** The addresses and titles of a message's annotations. */
const placesIn = ({ annotations }: WireObject): readonly WireObject[] =>
  listOf(annotations)
    .map(({ url_citation: place }) => place)
    .filter(isWireObject);

const asPerplexity = (places: readonly WireObject[]) => ({
  citations: places.map(({ url }) => url),
  search_results: places.map(({ url, title }) => ({ title: title ?? null, url, date: null })),
});

/** Where hosts say what an answer was found in. */
export const sources: readonly Quirk[] = [
  {
    id: "SRC-01",
    name: "citations-beside-the-choices",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/BerriAI/litellm/issues/13777",
    seen: "Perplexity",
    breaks: "The answer has no sources, in streams at least.",
    rule: "`citations` and `search_results` of a reply or chunk are sources, one an address however often it comes.",
    fix: "Only annotations of the message are read: read the fields beside `choices`, of every chunk.",
    scene: "sources",
    inject: either(
      onChunks((chunk, _, all) => {
        const places = all.flatMap((other) => placesIn(deltaOf(other)));
        if (places.length === 0) return undefined;
        // Every chunk repeats them.
        const moved = placesIn(deltaOf(chunk)).length > 0 ? withDelta(chunk, { content: "" }) : chunk;
        return { ...moved, ...asPerplexity(places) };
      }),
      onBody((body) => {
        const [choice] = listOf(body.choices);
        const message = isWireObject(choice?.message) ? choice.message : {};
        const places = placesIn(message);
        if (places.length === 0) return undefined;
        return { ...body, ...asPerplexity(places), choices: [{ ...choice, message: omit(message, "annotations") }] };
      }),
    ),
    expect: "unchanged",
  },
  {
    id: "SRC-50",
    name: "annotations-that-come-again",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/openai/openai-agents-js/pull/1617",
    seen: "OpenRouter",
    breaks: "A source is listed once a chunk, or lost because its chunk has no text.",
    rule: "Annotations are read from every chunk, with text or without, and an address is one source.",
    fix: "Chunks without text are passed over, or annotations appended as they come: read all, and keep one an address.",
    scene: "sources",
    on: "stream",
    inject: onChunks((chunk) => {
      const delta = deltaOf(chunk);
      return placesIn(delta).length > 0 ? [chunk, withDelta(chunk, { ...delta, content: null })] : undefined;
    }),
    expect: "unchanged",
  },
];
