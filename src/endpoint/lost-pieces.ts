import type { LLMRequest } from "../contract/index.js";
import { answerOf, type WireExchange } from "../quirks/index.js";
import type { ReplyCheck } from "./reply-check.js";

/**
 * Words that any model can repeat, most of them one token: some 500 characters within a limit of 128 tokens. None is the
 * beginning of its successor, so that what is missing between two of them can be told.
 */
const words = [
  ...["apple", "bridge", "candle", "desert", "engine", "forest", "garden", "hammer", "island", "jacket", "kitchen"],
  ...["ladder", "market", "needle", "orange", "pencil", "quarter", "river", "silver", "table", "uncle", "valley"],
  ...["window", "yellow", "anchor", "basket", "castle", "doctor", "empire", "finger", "guitar", "horse", "insect"],
  ...["jungle", "king", "lemon", "mirror", "number", "ocean", "paper", "queen", "rabbit", "spring", "tiger", "unit"],
  ...["village", "winter", "year", "artist", "bottle", "circle", "dinner", "eagle", "flower", "glass", "house", "iron"],
  ...["judge", "knife", "letter", "mountain", "night", "office", "planet", "road", "school", "train", "value"],
];

/**
 * Asks for an answer that is known: what is missing in it can be told. It is also long enough that a buffer between the
 * model and us can be told from a fast model.
 */
export const repeatRequest: LLMRequest = {
  messages: [
    {
      role: "user",
      content: `Repeat these words exactly, in this order, separated by single spaces, and write nothing else:\n${words.join(" ")}`,
    },
  ],
};

/** What an endpoint that is asked for them should answer. */
export const repeated = words.join(" ");

const all = words.join("");
const lettersIn = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, "");

const isAsked = ({ request }: WireExchange): boolean => request.body.includes(repeated);

/** How an answer keeps to the words. */
interface Repetition {
  /** Its letters; all those of the words, where it is exact. */
  readonly letters: string;
  readonly isExact: boolean;
  /** Where it is exact but for what is missing: what is, first, and behind what. */
  readonly gap?: { readonly behind: string; readonly lacks: string };
  readonly outputTokens: number | undefined;
}

/** @returns undefined for an answer that is something else */
function repetitionIn(exchange: WireExchange): Repetition | undefined {
  const answer = isAsked(exchange) ? answerOf(exchange) : undefined;
  if (!answer || answer.finishReasons.length === 0) return undefined;
  const { text, isCut, outputTokens, hiddenTokens } = answer;
  const letters = lettersIn(text);
  if (letters.length < all.length / 2) return undefined;
  // What nobody sees is not written for these words, and differs from one time to the next.
  const about = { letters, outputTokens: hiddenTokens > 0 ? undefined : outputTokens };
  if (letters === all || (isCut && all.startsWith(letters))) return { ...about, isExact: true };
  const gap = gapIn(letters);
  return gap && { ...about, isExact: false, gap };
}

/** What is missing in letters that are otherwise those of the words, in order; undefined where they are not. */
function gapIn(letters: string): Repetition["gap"] {
  let same = 0;
  while (letters[same] === all[same] && same < letters.length) same += 1;
  const behind = all.slice(Math.max(0, same - 12), same);
  if (same === letters.length) return { behind, lacks: all.slice(same) };
  // The longest ending that is whole: what lies between is what is missing first, or all of it.
  for (let lost = 1; lost <= all.length - same; lost++) {
    const ahead = letters.slice(same, same + 12);
    if (!all.startsWith(ahead, same + lost) || !isWithin(letters.slice(same), all.slice(same + lost))) continue;
    return { behind, lacks: all.slice(same, same + lost) };
  }
  return undefined;
}

/** Whether a text is another one from which something was taken. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of part) {
    at = whole.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Whether a streamed answer is the words but for what is missing; then they are asked for once more, whole. */
export function lacksPieces(text: string): boolean {
  const letters = lettersIn(text);
  return letters !== all && letters.length >= all.length / 2 && gapIn(letters) !== undefined;
}

/**
 * Whether pieces of a stream are dropped. The model may leave a word out itself: it did not for certain where the endpoint
 * counts as many tokens as for the whole of it, and else perhaps not.
 */
export const lostPieces: ReplyCheck = {
  slug: "framing-pieces-that-are-lost",
  about: {
    level: "must",
    clause: "The deltas of a stream, joined, are all that the model has written.",
    why: "Words are missing in the middle of an answer, and nothing tells.",
    fix: "Send every piece on; look at the first and the last one, and at those that two reads cut in two.",
  },
  detect(exchange, others) {
    if (exchange.request.kind !== "stream") return undefined;
    const { gap, letters = "", outputTokens } = repetitionIn(exchange) ?? {};
    if (!gap) return undefined;
    const whole = others
      .filter(({ request }) => request.kind === "generate")
      .map(repetitionIn)
      .find((one) => one?.isExact === true && one.letters.length > letters.length);
    if (!whole) return undefined;
    const where = gap.behind === "" ? "at its beginning" : `behind "…${gap.behind}"`;
    const seen = `the streamed answer lacks "${gap.lacks}" ${where}, which is there when no stream is asked for`;
    return outputTokens !== undefined && whole.outputTokens !== undefined && outputTokens >= whole.outputTokens
      ? `${seen}, and the endpoint counts ${outputTokens} tokens for the one, ${whole.outputTokens} for the other`
      : { suspected: `${seen}; the model may have left it out` };
  },
  couldShow: (exchange) => exchange.request.kind === "stream" && repetitionIn(exchange)?.isExact === true,
};
