import { isWireObject, objectIn, type WireExchange, type WireObject } from "../exchange.js";
import type { Quirk } from "../quirk.js";
import { listOf } from "./candidates.js";

const protocols = ["google"] as const;
const area = "parameters";
const path = "/v1beta/models/gemini-test:generateContent";
const ask = { role: "user", parts: [{ text: "Go on." }] };

const bodyOf = ({ request }: WireExchange): WireObject =>
  request.kind === "generate" || request.kind === "stream" ? (objectIn(request.body) ?? {}) : {};

const contentsIn = (exchange: WireExchange): readonly WireObject[] => listOf(bodyOf(exchange).contents);

/** What a conversation that is sent must be. */
export const history: readonly Quirk[] = [
  {
    id: "GEM-75",
    name: "calls-without-responses",
    class: "request",
    protocols,
    area,
    report: "https://github.com/cloudwego/eino-ext/issues/571",
    seen: "clients that stop in the middle of a loop",
    breaks: "The conversation is refused for good.",
    rule: "Every turn with calls has its responses right behind it.",
    detect: (exchange) => {
      const last = contentsIn(exchange).at(-1);
      const open = listOf(last?.parts).find(({ functionCall }) => isWireObject(functionCall));
      return open && "the last content has a function call, and no response";
    },
    example: {
      path,
      body: { contents: [ask, { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] }] },
    },
  },
  {
    id: "GEM-76",
    name: "role-that-there-is-not",
    class: "request",
    protocols,
    area,
    report: "https://github.com/gemini-cli-extensions/conductor/issues/62",
    seen: "clients that send a history in another protocol's words",
    breaks: "The request is refused.",
    rule: "A content has the role user or model.",
    detect: (exchange) => {
      const wrong = contentsIn(exchange).find(({ role = "user" }) => role !== "user" && role !== "model");
      return wrong && `a content has the role ${JSON.stringify(wrong.role)}`;
    },
    example: { path, body: { contents: [ask, { role: "assistant", parts: [{ text: "Hello." }] }, ask] } },
  },
  {
    id: "GEM-77",
    name: "content-of-no-parts",
    class: "request",
    protocols,
    area,
    report: "https://github.com/vercel/ai/issues/3775",
    seen: "clients that send an empty turn back",
    breaks: "The request is refused.",
    rule: "A content has a part at least, and a request a content.",
    detect: (exchange) => {
      const { contents } = bodyOf(exchange);
      if (!Array.isArray(contents)) return undefined;
      const empty = contentsIn(exchange).findIndex(({ parts }) => listOf(parts).length === 0);
      if (contents.length === 0) return "`contents` is empty";
      return empty < 0 ? undefined : `contents[${empty}] has no parts`;
    },
    example: { path, body: { contents: [ask, { role: "model", parts: [] }, ask] } },
  },
  {
    id: "GEM-78",
    name: "schema-without-json",
    class: "request",
    protocols,
    area,
    report: "https://firebase.google.com/docs/reference/js/ai.generationconfig",
    seen: "clients that forget the type of the answer",
    breaks: "The request is refused.",
    rule: "A response schema goes with `responseMimeType: application/json`.",
    detect: (exchange) => {
      const { generationConfig: config } = bodyOf(exchange);
      if (!isWireObject(config)) return undefined;
      const schema = ["responseSchema", "responseJsonSchema"].find((name) => isWireObject(config[name]));
      const isJSON = ["application/json", "text/x.enum"].includes(config.responseMimeType as string);
      return schema !== undefined && !isJSON ? `\`${schema}\` is sent without \`responseMimeType\`` : undefined;
    },
    example: {
      path,
      body: {
        contents: [ask],
        generationConfig: { responseSchema: { type: "OBJECT", properties: { a: { type: "STRING" } } } },
      },
    },
  },
];
