import { objectsOf, type WireExchange, type WireObject } from "../quirks/index.js";
import type { ReplyCheck } from "./reply-check.js";

/**
 * Whether a model that there is not is refused. No quirk of the catalogue: a reply does not show it, but that there is one
 * to a request for another model than the endpoint's, which the suite's cases on the model of a request send.
 * @param model that the endpoint was said to have
 */
export function madeUpModel(model: string): ReplyCheck {
  const made = (exchange: WireExchange): string | undefined => {
    const asked = askedModel(exchange);
    return asked === model.replace(/^models\//, "") ? undefined : asked;
  };
  return {
    slug: "model-made-up-model-is-accepted",
    about: {
      level: "should",
      clause: "A request for a model that there is not is refused (at OpenAI with 404, `model_not_found`).",
      why: "Who misspells a model gets, and pays for, another one, and nobody is told.",
      fix: "Refuse what is not served with 404; a server of one model can take its name, and no other.",
    },
    detect(exchange) {
      const asked = made(exchange);
      return asked !== undefined && exchange.reply.status < 300 && objectsOf(exchange).some(isAnswer)
        ? `the model "${asked}", which there is not, was asked for and answered`
        : undefined;
    },
    couldShow: (exchange) => made(exchange) !== undefined && [400, 404, 422].includes(exchange.reply.status),
  };
}

const isAnswer = ({ choices, candidates, data, embedding, embeddings }: WireObject): boolean =>
  [choices, candidates, data, embeddings].some((list) => Array.isArray(list) && list.length > 0) ||
  embedding !== undefined;

function askedModel({ protocol, request }: WireExchange): string | undefined {
  if (protocol === "google") {
    const named = /\/models\/([^:/?]+):/.exec(request.path)?.[1];
    return named === undefined ? undefined : decodeURIComponent(named);
  }
  try {
    const body = JSON.parse(request.body) as { readonly model?: unknown } | null;
    return typeof body?.model === "string" ? body.model : undefined;
  } catch {
    return undefined;
  }
}
