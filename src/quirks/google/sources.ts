import { isWireObject, type WireObject } from "../exchange.js";
import type { Quirk } from "../quirk.js";
import { candidatesIn, onCandidates, onReplies, without } from "./candidates.js";

const protocols = ["google"] as const;
const area = "sources";

const groundingOf = ({ groundingMetadata }: WireObject) =>
  isWireObject(groundingMetadata) ? groundingMetadata : undefined;

/** Grounding. */
export const sources: readonly Quirk[] = [
  {
    id: "GEM-34",
    name: "grounding-without-a-content",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/BerriAI/litellm/pull/23661",
    seen: "Google",
    breaks: "Sources vanish, and only where the answer is streamed.",
    rule: "Grounding on a last event without a content gives its sources.",
    fix: "Candidates without a content are passed over before their metadata is read.",
    scene: "sources",
    on: "stream",
    inject: onCandidates((candidate) => (groundingOf(candidate) ? without(candidate, "content") : undefined)),
    expect: "unchanged",
  },
  {
    id: "GEM-36",
    name: "grounding-offsets-in-bytes",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/google-gemini/gemini-cli/issues/29039",
    seen: "Google",
    breaks: "The answer fails, or loses text, where offsets are taken for places in a string.",
    rule: "Offsets count bytes, may be absent or beyond the text, and change neither text nor sources.",
    fix: "Offsets are used as places in a string: convert them from UTF-8, or leave them alone.",
    scene: "sources",
    inject: onCandidates((candidate) => {
      const groundingMetadata = groundingOf(candidate);
      return (
        groundingMetadata && {
          ...candidate,
          groundingMetadata: {
            ...groundingMetadata,
            groundingSupports: [
              { segment: { endIndex: 5, text: "It is" }, groundingChunkIndices: [0] },
              { segment: { startIndex: 900, endIndex: 905 }, groundingChunkIndices: [0, 7] },
              { groundingChunkIndices: [] },
            ],
          },
        }
      );
    }),
    expect: "unchanged",
  },
  {
    id: "GEM-79",
    name: "sources-of-other-kinds",
    class: "variant",
    protocols,
    area,
    report: "https://ai.google.dev/api/generate-content#GroundingChunk",
    seen: "Google, for maps and for files of one's own",
    breaks: "An answer about a place, or out of one's own documents, has no sources.",
    rule: "A place and a document are sources as a page is.",
    fix: "Only `web` is read: read `retrievedContext` and `maps` as well.",
    scene: "sources",
    inject: (exchange) =>
      onCandidates((candidate) => {
        const groundingMetadata = groundingOf(candidate);
        const chunks = groundingMetadata?.groundingChunks;
        if (!Array.isArray(chunks)) return undefined;
        const kind = exchange.request.kind === "stream" ? "maps" : "retrievedContext";
        const others = chunks.map((chunk: WireObject) => ({ [kind]: chunk.web }));
        return { ...candidate, groundingMetadata: { ...groundingMetadata, groundingChunks: others } };
      })(exchange),
    expect: "unchanged",
  },
  {
    id: "GEM-99",
    level: "should",
    name: "grounding-in-every-event",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/langchain4j/langchain4j/issues/6231",
    seen: "Google",
    breaks: "Each source is listed as often as there are events.",
    rule: "A source that comes again is the same source.",
    fix: "The sources of all events are joined: keep one for each address.",
    scene: "sources",
    on: "stream",
    inject: (exchange) => {
      let grounding: WireObject | undefined;
      onCandidates((candidate) => {
        grounding ??= groundingOf(candidate);
        return undefined;
      })(exchange);
      if (!grounding) return undefined;
      return onReplies((chunk) => ({
        ...chunk,
        candidates: candidatesIn(chunk).map((candidate) => ({ ...candidate, groundingMetadata: grounding })),
      }))(exchange);
    },
    expect: "unchanged",
  },
];
