import { isObject, LLMError, type Turn, type TurnToolCall, type Usage } from "../../contract/index.js";
import { readInput } from "../tool-input.js";

type Loose = Readonly<Record<string, unknown>>;

/** What a message of the model's says, as far as deltas can tell it. */
export interface Said {
  readonly text: string;
  readonly reasoning: string;
}

/** The text and the reasoning of a message or a chunk of one. */
export function readSaid({ content, additional_kwargs: kwargs }: Loose): Said {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [{ type: "text", text: content }];
  const said = { text: "", reasoning: "" };
  for (const block of blocks) {
    if (!isObject(block)) continue;
    if (block.type === "text" && typeof block.text === "string") said.text += block.text;
    const thought =
      block.type === "thinking" ? block.thinking : block.type === "reasoning" ? block.reasoning : undefined;
    if (typeof thought === "string") said.reasoning += thought;
  }
  // Where integrations for chat completions put it.
  const thought = isObject(kwargs) ? kwargs.reasoning_content : undefined;
  if (said.reasoning === "" && typeof thought === "string") said.reasoning = thought;
  return said;
}

/**
 * A message of the model's as a turn.
 * @param parsed what structured output made of it, where the model gave it as a call and not as text
 * @throws LLMError `LLM_BAD_RESPONSE` for what is no message
 */
export function readMessage(message: unknown, provider: string, parsed?: unknown): Turn {
  if (!isObject(message) || !("content" in message)) {
    throw new LLMError("LLM_BAD_RESPONSE", `${provider}: the model gave something that is no message`, { provider });
  }
  const { text, reasoning } = readSaid(message);
  const metadata: Loose = isObject(message.response_metadata) ? message.response_metadata : {};
  const isCall = parsed !== undefined && parsed !== null && text === "";
  const label = metadata.finish_reason ?? metadata.finishReason ?? metadata.stop_reason;
  const model = metadata.model_name ?? metadata.model;
  const state = stateOf(message, text);
  return {
    text: isCall ? JSON.stringify(parsed) : text,
    ...(reasoning !== "" && { reasoning }),
    toolCalls: isCall ? [] : callsOf(message),
    ...(typeof label === "string" && { providerFinishReason: label }),
    usage: readUsage(message.usage_metadata),
    ...(typeof model === "string" && { model }),
    ...(state !== undefined && { providerState: { [provider]: state } }),
  };
}

function callsOf({ tool_calls: calls, invalid_tool_calls: invalid }: Loose): TurnToolCall[] {
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
  const idOf = ({ id }: Loose) => (typeof id === "string" && id !== "" ? { id } : {});
  return [
    ...list(calls).map((call) => ({
      ...idOf(call),
      name: call.name as string,
      input: (call.args ?? {}) as TurnToolCall["input"],
    })),
    ...list(invalid).map((call) => ({
      ...idOf(call),
      name: call.name as string,
      ...readInput(typeof call.args === "string" ? call.args : ""),
    })),
  ];
}

/** What is no number is unknown; createLLM drops it. */
function readUsage(usage: unknown): Usage {
  if (!isObject(usage)) return {};
  const input: Loose = isObject(usage.input_token_details) ? usage.input_token_details : {};
  const output: Loose = isObject(usage.output_token_details) ? usage.output_token_details : {};
  return {
    inputTokens: usage.input_tokens as number | undefined,
    outputTokens: usage.output_tokens as number | undefined,
    cachedInputTokens: input.cache_read as number | undefined,
    reasoningTokens: output.reasoning as number | undefined,
  };
}

/** What integrations keep in `additional_kwargs` of what stands in fields of its own. */
const toldElsewhere: ReadonlySet<string> = new Set(["tool_calls", "function_call", "parsed"]);

/** What the model may want back beside text and calls: its blocks, and what it keeps in `additional_kwargs`. */
function stateOf(message: Loose, text: string): object | undefined {
  const { content, additional_kwargs: kwargs, response_metadata: metadata } = message;
  const blocks = Array.isArray(content) && content.some((block) => !isObject(block) || block.type !== "text");
  const told: Loose = isObject(metadata) ? metadata : {};
  // What stands in the metadata too (a finish reason) tells of the reply, and is not for the next request.
  const kept = Object.entries(isObject(kwargs) ? kwargs : {}).filter(
    ([name, value]) => value && !(name in told) && !toldElsewhere.has(name),
  );
  if (!blocks && kept.length === 0) return undefined;
  const state = {
    text,
    ...(blocks && { content }),
    ...(kept.length > 0 && { additional_kwargs: Object.fromEntries(kept) }),
  };
  // JSON-safe, as the contract wants it: messages hold class instances and undefined.
  return JSON.parse(JSON.stringify(state)) as object;
}
