import { LLMError, type OutputSchema, type TurnRequest, unsupported } from "../../contract/index.js";
import { merge } from "../merge.js";
import { toContents } from "./request-contents.js";
import { type Addressee, mediaResolution } from "./request-parts.js";
import { toGoogleSchema } from "./schema.js";
import { toolFields } from "./tools.js";

/**
 * The body of `generateContent` and `streamGenerateContent`: https://ai.google.dev/api/generate-content
 * @throws LLMError `LLM_UNSUPPORTED` for what the model has no field for, `LLM_INVALID_SCHEMA` or `LLM_INVALID_TOOL` for a
 *   schema or name that cannot be brought into Google's form
 */
export function generateContentBody(request: TurnRequest, model: string, to: Addressee): Record<string, unknown> {
  const { system, messages, providerOptions } = request;
  const generationConfig = {
    ...sampling(request, to.provider),
    ...thinking(request, model, to),
    ...(request.schema && outputFormat(request.schema, to)),
    ...resolution(request, to),
  };
  const body = {
    ...(system && { systemInstruction: { parts: [{ text: system }] } }),
    contents: toContents(messages, to),
    ...toolFields(request, model, to),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
  };
  return merge(body, providerOptions);
}

function sampling({ maxTokens, temperature, topP, seed, stopSequences }: TurnRequest, provider: string): object {
  // An int32: https://ai.google.dev/api/generate-content#generationconfig
  if (seed !== undefined && seed !== (seed | 0)) throw unsupported(provider, "a seed of more than 32 bits");
  return {
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(seed !== undefined && { seed }),
    ...(stopSequences?.length && { stopSequences }),
  };
}

function thinking({ reasoning: effort }: TurnRequest, model: string, { provider, traits }: Addressee): object {
  if (effort === undefined || (effort === "off" && !traits.thinking)) return {};
  const thinkingConfig = traits.thinking?.[effort];
  if (!thinkingConfig) throw unsupported(provider, `reasoning "${effort}" on ${model}`);
  return { thinkingConfig };
}

function outputFormat({ schema }: OutputSchema, { provider, traits }: Addressee): object {
  const refuse = (place: string, message: string): never => {
    throw new LLMError("LLM_INVALID_SCHEMA", `${place}: ${message}`, { provider });
  };
  const field = traits.jsonSchema ? "responseJsonSchema" : "responseSchema";
  return {
    responseMimeType: "application/json",
    [field]: toGoogleSchema(schema, traits.jsonSchema, "schema.schema", refuse),
  };
}

function resolution({ messages }: TurnRequest, to: Addressee): object {
  const wanted = mediaResolution(messages, to);
  return wanted === undefined ? {} : { mediaResolution: wanted };
}
