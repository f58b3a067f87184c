import { checkSchema } from "./check-schema.js";
import { checkThinking } from "./check-thinking.js";
import { declarations, providerTools } from "./check-tools.js";
import type { Complain } from "./complaints.js";
import type { GenerateBody, WireConfig } from "./generate-body.js";
import { modelGeneration } from "./model-generation.js";
import { refuse } from "./refusal.js";

const mimeTypes = ["text/plain", "application/json", "application/xml", "application/yaml", "text/x.enum"];

/** The ranges of the settings: https://ai.google.dev/api/generate-content#generationconfig */
export function checkConfig(config: WireConfig, complain: Complain): void {
  const { candidateCount: count, stopSequences = [], maxOutputTokens: tokens, temperature, topP, topK } = config;
  const bad = (name: string, what: string) => complain(`generation_config.${name}`, what);
  if (count !== undefined && (count < 1 || count > 8))
    bad("candidate_count", "candidate_count must be in the range [1, 8].");
  if (stopSequences.length > 5) bad("stop_sequences", "at most 5 stop sequences can be specified.");
  stopSequences.forEach((sequence, i) => {
    if (sequence === "") bad(`stop_sequences[${i}]`, "cannot be empty");
  });
  if (tokens !== undefined && tokens < 1) bad("max_output_tokens", "max_output_tokens must be positive.");
  if (outside(temperature, 2)) bad("temperature", "temperature must be in the range [0.0, 2.0].");
  if (outside(topP, 1)) bad("top_p", "top_p must be in the range [0.0, 1.0].");
  if (topK !== undefined && topK < 1) bad("top_k", "top_k must be positive.");
  checkOutput(config, bad);
}

const outside = (value: number | undefined, most: number): boolean =>
  value !== undefined && (value < 0 || value > most);

function checkOutput(config: WireConfig, bad: Complain): void {
  const { responseMimeType: mimeType = "text/plain", responseSchema, responseJsonSchema } = config;
  const allowed = mimeTypes.map((name) => `\`${name}\``);
  if (!mimeTypes.includes(mimeType))
    bad("response_mime_type", `allowed mimetypes are ${allowed.slice(0, -1).join(", ")} and ${allowed.at(-1)}.`);
  // https://firebase.google.com/docs/reference/js/ai.generationconfig
  if (responseSchema && mimeType !== "application/json" && mimeType !== "text/x.enum")
    bad("response_schema", "only allowed when response_mime_type is `application/json` or `text/x.enum`.");
  if (responseJsonSchema && mimeType !== "application/json")
    bad("response_json_schema", "only allowed when response_mime_type is `application/json`.");
  if (responseSchema && responseJsonSchema)
    bad("response_json_schema", "should not be set together with response_schema");
  if (responseSchema) checkSchema(responseSchema, "response_schema", bad);
}

/**
 * What this model can do together. What the API has and a script cannot play is refused as by a model that lacks it.
 * @throws Refusal
 */
export function checkAbilities({ generationConfig = {}, tools }: GenerateBody, model: string): void {
  const { candidateCount = 1, responseMimeType, responseModalities = [], thinkingConfig } = generationConfig;
  // https://github.com/googleapis/js-genai/issues/1609
  if (candidateCount > 1) refuse("Multiple candidates is not enabled for this model");
  if (generationConfig.responseLogprobs || generationConfig.logprobs !== undefined)
    refuse(`Logprobs is not enabled for models/${model}`);
  if (responseModalities.some((name) => name !== "TEXT"))
    refuse(
      `The requested combination of response modalities (${responseModalities.join(", ")}) is not supported by the model. models/${model} accepts the following combination of response modalities:\n* TEXT\n`,
    );
  if (generationConfig.speechConfig !== undefined) refuse(`Speech config is not enabled for models/${model}`);
  if (generationConfig.imageConfig !== undefined) refuse(`Image config is not enabled for models/${model}`);
  if (thinkingConfig) checkThinking(thinkingConfig, model);

  // https://github.com/googleapis/python-genai/issues/867; from Gemini 3 on, both together work.
  const generation = modelGeneration(model);
  if (responseMimeType !== "application/json" || generation === undefined || generation >= 3) return;
  if (declarations(tools).length > 0)
    refuse("Function calling with a response mime type: 'application/json' is unsupported");
  if (providerTools(tools).length > 0) refuse("Tool use with a response mime type: 'application/json' is unsupported");
}
