import { answerOf, type WireExchange } from "../quirks/index.js";
import type { ReplyCheck } from "./reply-check.js";

/**
 * Whether the pieces of a streamed call's arguments join to JSON. A model can write what is none, at any host: it is the
 * endpoint's doing for certain only where the same model's arguments are JSON whenever they come whole. No quirk of the
 * catalogue, since one exchange does not show that.
 */
export const callArguments: ReplyCheck = {
  slug: "tool-calls-arguments-that-do-not-join",
  about: {
    level: "must",
    clause: "The pieces of a streamed call's `arguments`, joined by its index, are JSON.",
    why: "The call cannot be run, and the agent that waits for it goes in circles.",
    fix: "Send every piece once, in order, under the index of its call; look for one that is dropped or sent twice.",
  },
  detect(exchange, all) {
    const [broken] = exchange.request.kind === "stream" ? brokenIn(exchange) : [];
    if (broken === undefined) return undefined;
    const seen = `the joined \`arguments\` of a streamed call are no JSON: ${JSON.stringify(broken.slice(0, 120))}`;
    const whole = all.filter(({ request }) => request.kind === "generate").filter(hasCalls);
    return whole.length > 0 && whole.every((other) => brokenIn(other).length === 0)
      ? `${seen}, and those of the ${whole.length} replies that came whole are`
      : { suspected: `${seen}; the model may have written it so` };
  },
  couldShow: (exchange) => exchange.request.kind === "stream" && hasCalls(exchange),
};

/** The arguments of each call; none of an answer that is not complete. */
function argumentsIn(exchange: WireExchange): readonly string[] {
  const answer = answerOf(exchange);
  const isWhole = answer !== undefined && !answer.isCut && answer.finishReasons.length > 0;
  // Empty ones are a quirk of their own.
  return isWhole ? answer.calls.flatMap(({ arguments: args = "" }) => (args.trim() === "" ? [] : [args])) : [];
}

const hasCalls = (exchange: WireExchange): boolean => argumentsIn(exchange).length > 0;

const brokenIn = (exchange: WireExchange): readonly string[] =>
  argumentsIn(exchange).filter((args) => !isJSON(args) && !isSeveral(args));

/** Whether they are those of several calls under one index, which is a quirk of its own. */
const isSeveral = (args: string): boolean => isJSON(`[${args.replaceAll(/\}\s*\{/g, "},{")}]`);

function isJSON(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
