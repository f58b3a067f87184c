import { objectsOf } from "../events.js";
import { isWireObject, objectIn, type WireExchange, type WireObject } from "../exchange.js";
import { fencedIn, jsonIn, misfit } from "../json-schema.js";
import type { Quirk } from "../quirk.js";
import { callsIn, candidatesIn, isAnswer, listOf, onReplies, partsIn, withParts } from "./candidates.js";
import { endsIn, isFilled, textIn, textsIn, withText } from "./said.js";

const protocols = ["google"] as const;
const level = "should";
const config = "https://ai.google.dev/api/generate-content#generationconfig";

const configOf = ({ request }: WireExchange): WireObject => {
  const { generationConfig } = objectIn(request.body) ?? {};
  return isWireObject(generationConfig) ? generationConfig : {};
};

/** An answer in JSON that came whole; undefined for any other. */
function answerIn(exchange: WireExchange): string | undefined {
  if (configOf(exchange).responseMimeType !== "application/json") return undefined;
  const reasons = objectsOf(exchange).flatMap((reply) => candidatesIn(reply).map(({ finishReason }) => finishReason));
  const text = textsIn(exchange).join("");
  return reasons.filter(isFilled).join() === "STOP" && callsIn(exchange).length === 0 && text !== "" ? text : undefined;
}

const schemaOf = (exchange: WireExchange): unknown => {
  const { responseSchema, responseJsonSchema } = configOf(exchange);
  return responseSchema ?? responseJsonSchema;
};

/** Changes the text of an answer in JSON; of a stream, all of it at once. */
const onAnswerText =
  (change: (text: string, exchange: WireExchange) => string | undefined) => (exchange: WireExchange) => {
    const text = answerIn(exchange);
    const changed = text === undefined ? undefined : change(text, exchange);
    if (changed === undefined) return undefined;
    let isFirst = true;
    return onReplies((reply) => {
      if (textIn(reply) === "") return undefined;
      const given = withText(reply, isFirst ? changed : "");
      isFirst = false;
      return given;
    })(exchange);
  };

const isForbidden = ({ request }: WireExchange): boolean => {
  const { toolConfig } = objectIn(request.body) ?? {};
  const calling = isWireObject(toolConfig) ? toolConfig.functionCallingConfig : undefined;
  return isWireObject(calling) && calling.mode === "NONE";
};

/** What a request asks for, and a reply may not hold to. */
export const promises: readonly Quirk[] = [
  {
    id: "GEM-70",
    name: "json-in-a-code-fence",
    class: "deviation",
    protocols,
    area: "structured-output",
    report: config,
    seen: "gateways that ask the model for JSON and do not hold it to it",
    breaks: "A right answer does not parse.",
    rule: "`text` keeps the fence, as it was written; who extracts a value takes it off before.",
    law: "With `responseMimeType: application/json` the answer is JSON and nothing else.",
    fix: "Fences are cut out of `text`: leave it, and take them off in `extract`.",
    level,
    scene: "json",
    inject: onAnswerText((text) => (jsonIn(text) ? `\`\`\`json\n${text}\n\`\`\`` : undefined)),
    detect: (exchange) => {
      const text = answerIn(exchange);
      const inner = text === undefined ? undefined : fencedIn(text);
      return inner !== undefined && jsonIn(inner) ? "the answer in JSON stands in a code fence" : undefined;
    },
    expect: { response: { text: '```json\n{"name": "Paris", "kind": "capital"}\n```' } },
  },
  {
    id: "GEM-71",
    name: "answer-that-breaks-its-schema",
    class: "deviation",
    protocols,
    area: "structured-output",
    report: "https://ai.google.dev/gemini-api/docs/structured-output",
    seen: "gateways that take a schema and ignore it",
    breaks: "A field that must be there is missing, or has another type.",
    rule: "`text` is what the model wrote; who extracts a value checks it.",
    law: "With a response schema the answer satisfies it.",
    fix: "The driver mends the answer, or throws at it: give it as it is, and let `extract` judge it.",
    level,
    scene: "json",
    inject: onAnswerText((text, exchange) => {
      const changed = Object.fromEntries(Object.keys(objectIn(text) ?? {}).map((name) => [name, ["?"]]));
      return misfit(changed, schemaOf(exchange)) === undefined ? undefined : JSON.stringify(changed);
    }),
    detect: (exchange) => {
      const text = answerIn(exchange);
      const answer = text === undefined ? undefined : jsonIn(text);
      const wrong = answer && misfit(answer.value, schemaOf(exchange));
      return wrong && `the answer does not fit its schema: ${wrong}`;
    },
    expect: { response: { text: '{"name":["?"],"kind":["?"]}' } },
  },
  {
    id: "GEM-72",
    name: "call-that-was-forbidden",
    class: "deviation",
    protocols,
    area: "tool-calls",
    report: "https://ai.google.dev/api/caching#FunctionCallingConfig",
    seen: "gateways that take the mode and ignore it",
    breaks: "What the caller forbade is done all the same.",
    rule: "A call under the choice `none` is listed, and never run.",
    law: "Under the mode `NONE` no function is called.",
    fix: "Whatever call comes is run: look at the choice first.",
    level,
    scene: "forbidden",
    inject: (exchange) => {
      const [tool] = isForbidden(exchange) ? listOf(objectIn(exchange.request.body)?.tools) : [];
      const name = listOf(tool?.functionDeclarations)[0]?.name;
      if (!isFilled(name)) return undefined;
      return onReplies((reply) => {
        const [candidate] = candidatesIn(reply);
        if (!candidate || !endsIn(reply)) return undefined;
        const call = { functionCall: { name, args: { city: "Paris" } } };
        return { ...reply, candidates: [withParts(candidate, [...partsIn(candidate), call])] };
      })(exchange);
    },
    detect: (exchange) => {
      const [call] = isAnswer(exchange) && isForbidden(exchange) ? callsIn(exchange) : [];
      return call && `the mode of function calling is NONE, and "${call.name}" is called`;
    },
    expect: {
      response: {
        finishReason: "tool_use",
        calls: [{ name: "get_temperature", input: { city: "Paris" }, outcome: "none" }],
      },
    },
  },
];
