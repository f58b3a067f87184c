import { objectsOf } from "../events.js";
import type { WireExchange } from "../exchange.js";
import type { Quirk } from "../quirk.js";
import { isOtherModel } from "../same-model.js";
import { askedIn, isAccepted, isFilled, onEnvelopes } from "./answers.js";

const protocols = ["openai"] as const;
const area = "model";

/** At Azure a request names a deployment, and the reply the model that was deployed under it. */
const isAzure = ({ reply }: WireExchange): boolean =>
  Object.keys(reply.headers).some((name) => /^(?:apim-request-id|azureml-|x-ms-)/.test(name)) ||
  reply.reads.some((read) => new TextDecoder().decode(read).includes('"prompt_filter_results"'));

/** Which model answers. */
export const model: readonly Quirk[] = [
  {
    id: "MOD-01",
    name: "another-model-answers",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/BerriAI/litellm/issues/28241",
    seen: "routers that fall back, and servers that have one model whatever is asked for",
    breaks: "Costs are counted and abilities judged by a model that was never used.",
    rule: "`model` of the response is the one that the reply names.",
    law: "`model` is the one asked for, or a version of it.",
    fix: "The model of the request is repeated: read the reply's.",
    scene: "text",
    inject: onEnvelopes((object) => ({ ...object, model: "fallback-2" })),
    detect: (exchange) => {
      const { model: asked } = askedIn(exchange);
      if (!isAccepted(exchange) || !isFilled(asked) || isAzure(exchange)) return undefined;
      const served = objectsOf(exchange)
        .map((object) => object.model)
        .find(isFilled);
      return served !== undefined && isOtherModel(asked, served)
        ? `the request asks for the model "${asked}", and "${served}" answers`
        : undefined;
    },
    expect: { response: { model: "fallback-2" } },
  },
  {
    id: "MOD-51",
    name: "models-of-requests-mixed-up",
    class: "behaviour",
    protocols,
    area,
    report: "https://github.com/BerriAI/litellm/issues/25503",
    seen: "clients and routers that keep the model of the call before",
    breaks: "A call is answered, and billed, by the model of another.",
    rule: "A request's own model is the one on the wire, for that call and no other.",
    checks: [
      "PerRequestModelIsHonouredOrRefused/model-is-sent",
      "PerRequestModelIsHonouredOrRefused/next-call-is-back",
      "ResponseIsWhole/model-is-of-the-last-step",
    ],
  },
];
