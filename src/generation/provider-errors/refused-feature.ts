import type { ErrorBody } from "./error-body.js";

/** Only these statuses can say that a request asks for what is not there; all others tell of the moment or the caller. */
const statuses: ReadonlySet<number> = new Set([400, 404, 415, 422]);

/** In their place, where an error came in-band without one. */
const requestLabel = /invalid_request|bad_?request|invalid_argument|unsupported_|unknown_parameter/;

const refusal =
  /(?:not|n't) (?:currently |yet )?(?:support|permitted|allowed|enabled)|unsupported|(?:unknown|unrecognized)(?: request)?[ _](?:parameter|argument|field)|extra inputs are not permitted|must be 'json_schema'|matryoshka|no endpoints found that support|response_format type is unavailable/g;

/** Labels that refuse whatever the message goes on to name. */
const refusalLabel = /unsupported_(?:parameter|value|field|feature)|unknown_parameter/;

/** What a request may ask for, by the words in which servers refuse it; the first that fits. */
const features: readonly (readonly [RegExp, string])[] = [
  [/tool_choice|tool choice/g, "toolChoice"],
  [/\btools?\b|\bfunctions?\b|function.?call/g, "tools"],
  [/response_format|json_schema|json_object|structured output/g, "structuredOutput"],
  [/\bdimensions?\b|matryoshka/g, "dimensions"],
  [/\breasoning|\bthinking/g, "reasoning"],
  [/\bimages?\b|\bimage_url|\bvision\b|\bmultimodal|\bfiles?\b/g, "vision"],
  [/\bstream(?:ing|_options)?\b/g, "streaming"],
  [/\bmax_(?:completion_)?tokens\b/g, "maxTokens"],
  [/\btemperature\b/g, "temperature"],
  [/\btop_p\b/g, "topP"],
  [/\b(?:random_)?seed\b/g, "seed"],
  [/['"`]stop['"`]|\bstop[_ ]sequences?\b/g, "stopSequences"],
  [/['"`](?:system|developer)['"`]|\b(?:system|developer) (?:role|prompt|message|instruction)/g, "system"],
];

/** How far the words of a refusal may stand from those of what is refused, in characters. */
const near = 80;

/**
 * The feature that an error says is not supported; undefined where it says nothing of the kind. The refusal must stand
 * beside the feature, in one sentence: prose about an upstream, a system or a tool is no refusal of it.
 */
export function refusedFeature(status: number | undefined, body: ErrorBody): string | undefined {
  const { searchable, labels, param } = body;
  if (status === undefined ? !labels.some((label) => requestLabel.test(label)) : !statuses.has(status))
    return undefined;
  // A bad schema is the caller's to mend, not a feature that is missing.
  if (/invalid schema|must contain the word/.test(searchable)) return undefined;
  if (param !== undefined && searchable.search(refusal) >= 0) {
    const named = featureIn(`'${param.toLowerCase()}'`);
    if (named !== undefined) return named;
  }
  if (labels.some((label) => refusalLabel.test(label))) return featureIn(searchable);
  // A full stop within a name (`response_format.type`) ends no sentence.
  const sentences = searchable.split(/[.!?;]+(?:\s|$)|\n/);
  return features.find(([words]) => sentences.some((sentence) => isBeside(sentence, words)))?.[1];
}

function featureIn(text: string): string | undefined {
  return features.find(([words]) => text.search(words) >= 0)?.[1];
}

function isBeside(sentence: string, words: RegExp): boolean {
  const named = [...sentence.matchAll(words)];
  return (
    named.length > 0 &&
    [...sentence.matchAll(refusal)].some(({ index: refused, 0: said }) =>
      named.some(
        ({ index, 0: name }) => index - (refused + said.length) <= near && refused - (index + name.length) <= near,
      ),
    )
  );
}
