import type {
  AssistantMessage,
  Content,
  JSONValue,
  OutputSchema,
  Part,
  ReasoningEffort,
  Tool,
  ToolChoice,
  ToolMessage,
  ToolResult,
  TurnRequest,
} from "../../contract/index.js";
import { declarations } from "./check-tools.js";
import type { GenerateBody, ThinkingConfig, WireConfig, WireContent, WirePart } from "./generate-body.js";
import { readSchema } from "./read-schema.js";

type Turn = { -readonly [K in keyof TurnRequest]: TurnRequest[K] };

/**
 * What a request asks for, without Google's words. A call without an id has one by its position, so that the response at
 * the same position pairs with it.
 * @param body one that `checkGenerate` has passed
 * @param model from the path
 */
export function readGenerate(body: GenerateBody, model: string): TurnRequest {
  const { systemInstruction, generationConfig: config = {}, tools, toolConfig } = body;
  const turn: Turn = { model, messages: readContents(body.contents, config.mediaResolution) };
  if (systemInstruction) turn.system = plainText(systemInstruction.parts);
  if (config.maxOutputTokens !== undefined) turn.maxTokens = config.maxOutputTokens;
  if (config.temperature !== undefined) turn.temperature = config.temperature;
  if (config.topP !== undefined) turn.topP = config.topP;
  if (config.seed !== undefined) turn.seed = config.seed;
  if (config.stopSequences?.length) turn.stopSequences = config.stopSequences;
  const effort = config.thinkingConfig && readEffort(config.thinkingConfig);
  if (effort) turn.reasoning = effort;
  if (config.responseMimeType === "application/json") turn.schema = readOutput(config);
  const read = readTools(tools);
  if (read.length > 0) turn.tools = read;
  const choice = readToolChoice(toolConfig?.functionCallingConfig);
  if (choice) turn.toolChoice = choice;
  return turn;
}

/** @param resolution of all parts that have none of their own */
function readContents(contents: readonly WireContent[], resolution: string | undefined): TurnRequest["messages"] {
  let ids: readonly string[] = [];
  return contents.map(({ role = "user", parts = [] }, i) => {
    if (role === "model") {
      ids = parts.flatMap(({ functionCall }) => functionCall ?? []).map(({ id }, j) => id ?? `call-${i}-${j}`);
      return readModel(parts, ids);
    }
    if (parts.some(({ functionResponse }) => functionResponse)) return readResponses(parts, ids);
    return { role: "user", content: readContent(parts, resolution) };
  });
}

function readModel(parts: readonly WirePart[], ids: readonly string[]): AssistantMessage {
  const reasoning = plainText(parts.filter(({ thought }) => thought));
  const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
  return {
    role: "assistant",
    content: plainText(parts.filter(({ thought }) => !thought)),
    ...(reasoning && { reasoning }),
    ...(calls.length > 0 && {
      toolCalls: calls.map(({ name = "", args = {} }, i) => ({
        id: ids[i] ?? "",
        name,
        input: args as JSONValue,
      })),
    }),
  };
}

function readResponses(parts: readonly WirePart[], ids: readonly string[]): ToolMessage {
  const responses = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
  return {
    role: "tool",
    results: responses.map(({ name = "", response = {} }, i) => ({ id: ids[i] ?? "", name, ...readResult(response) })),
  };
}

/** What is no object has to be wrapped in one: in `output`, `result` or, where it went wrong, `error`. */
function readResult(response: object): Pick<ToolResult, "output" | "isError"> {
  const [[key, value] = [], ...others] = Object.entries(response);
  if (key === undefined || others.length > 0) return { output: response };
  if (key === "output" || key === "result") return { output: value };
  return key === "error" ? { output: value, isError: true } : { output: response };
}

/** A single text is a string, as most drivers send one. */
function readContent(parts: readonly WirePart[], resolution: string | undefined): Content {
  const [only, ...others] = parts;
  if (only?.text !== undefined && others.length === 0) return only.text;
  return parts.flatMap((part) => readPart(part, resolution) ?? []);
}

const details: Readonly<Record<string, "low" | "high">> = {
  MEDIA_RESOLUTION_LOW: "low",
  MEDIA_RESOLUTION_HIGH: "high",
};

function readPart(
  { text, inlineData, fileData, mediaResolution }: WirePart,
  resolution: string | undefined,
): Part | undefined {
  if (text !== undefined) return { type: "text", text };
  const { mimeType, displayName: filename } = inlineData ?? fileData ?? {};
  const type = mimeType?.startsWith("image/") ? "image" : "file";
  const detail = details[mediaResolution?.level ?? resolution ?? ""];
  const described = { type, ...(filename !== undefined && { filename }), ...(detail && { detail }) } as const;
  if (inlineData) return { ...described, mediaType: mimeType ?? "", data: inlineData.data ?? "" };
  if (!fileData) return undefined;
  return { ...described, url: fileData.fileUri ?? "", ...(mimeType !== undefined && { mediaType: mimeType }) };
}

function plainText(parts: readonly WirePart[] = []): string {
  return parts.map(({ text = "" }) => text).join("");
}

const efforts: Readonly<Record<NonNullable<ThinkingConfig["thinkingLevel"]>, ReasoningEffort | undefined>> = {
  THINKING_LEVEL_UNSPECIFIED: undefined,
  MINIMAL: "low",
  LOW: "low",
  MEDIUM: "medium",
  HIGH: "high",
};

/** By the budgets that Google itself gives to efforts: https://ai.google.dev/gemini-api/docs/openai#thinking */
function readEffort({
  thinkingLevel: level,
  thinkingBudget: budget = -1,
}: ThinkingConfig): ReasoningEffort | undefined {
  if (level) return efforts[level];
  if (budget < 0) return undefined;
  if (budget === 0) return "off";
  if (budget <= 1024) return "low";
  if (budget <= 8192) return "medium";
  return budget <= 24_576 ? "high" : "max";
}

/** Google's schemas have no name. JSON mode is a schema that any object satisfies. */
function readOutput({ responseSchema, responseJsonSchema }: WireConfig): OutputSchema {
  const schema = responseJsonSchema ?? (responseSchema ? readSchema(responseSchema) : { type: "object" });
  return { name: "response", schema };
}

/** `googleSearch` is `google_search`, as the API's documentation names its tools. */
function readTools(tools: GenerateBody["tools"] = []): Tool[] {
  const local = declarations(tools).map(
    ({ name = "", description, parameters, parametersJsonSchema }): Tool => ({
      name,
      ...(description !== undefined && { description }),
      inputSchema: parametersJsonSchema ?? readSchema(parameters ?? { type: "OBJECT", properties: {} }),
    }),
  );
  const provided = tools.flatMap(({ functionDeclarations: _, ...others }) => Object.entries(others));
  return [
    ...local,
    ...provided.map(([tool, options]): Tool => {
      const name = tool.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const set = Object.keys(options as object).length > 0;
      return { name, providerType: name, ...(set && { options: options as object }) };
    }),
  ];
}

type Calling = NonNullable<NonNullable<GenerateBody["toolConfig"]>["functionCallingConfig"]>;

/** One of several allowed functions is, to a script, any call at all. */
function readToolChoice({ mode, allowedFunctionNames = [] }: Calling = {}): ToolChoice | undefined {
  if (mode === "AUTO" || mode === "VALIDATED") return "auto";
  if (mode === "NONE") return "none";
  if (mode !== "ANY") return undefined;
  const [only, ...others] = allowedFunctionNames;
  return only !== undefined && others.length === 0 ? { tool: only } : "required";
}
