import { generic, openai } from "./base-endpoints.js";
import type { Endpoint } from "./endpoint.js";

const rows = {
  generic,
  openai,

  /**
   * https://learn.microsoft.com/azure/ai-foundry/openai/latest: OpenAI's API under the resource's own address,
   * `https://<resource>.openai.azure.com/openai/v1`, with the key in `api-key`. Versions before `v1` refuse
   * `stream_options`; they are reached with `api-version` in the base URL's query.
   */
  "azure-openai": { ...withoutBaseURL(openai), provider: "azure-openai", auth: "api-key" },

  /**
   * https://openrouter.ai/docs/use-cases/reasoning-tokens: effort in `reasoning`, the text comes and goes back as
   * `reasoning`. https://openrouter.ai/docs/features/multimodal/pdfs: a file by data or by URL, both in `file_data`.
   */
  openrouter: {
    ...generic,
    provider: "openrouter",
    baseURL: "https://openrouter.ai/api/v1",
    reasoning: {
      efforts: {
        off: { reasoning: { effort: "none" } },
        low: { reasoning: { effort: "low" } },
        medium: { reasoning: { effort: "medium" } },
        high: { reasoning: { effort: "high" } },
        max: { reasoning: { effort: "xhigh" } },
      },
      replay: "with tool calls",
      field: "reasoning",
    },
    files: { data: true, url: true },
  },

  /**
   * https://console.groq.com/docs/api-reference: `max_tokens` is deprecated. https://console.groq.com/docs/reasoning:
   * efforts by model; `parsed` keeps the thoughts out of the text, and is needed with tools and JSON.
   */
  groq: {
    ...generic,
    provider: "groq",
    baseURL: "https://api.groq.com/openai/v1",
    maxTokensField: "max_completion_tokens",
    reasoning: {
      efforts: {
        off: { reasoning_effort: "none" },
        low: { reasoning_effort: "low", reasoning_format: "parsed" },
        medium: { reasoning_effort: "medium", reasoning_format: "parsed" },
        high: { reasoning_effort: "high", reasoning_format: "parsed" },
        max: { reasoning_effort: "high", reasoning_format: "parsed" },
      },
      replay: "never",
      field: "reasoning",
    },
    files: { data: false, url: false },
  },

  /** https://docs.together.ai/reference/chat-completions, https://docs.together.ai/docs/inference/reasoning */
  together: {
    ...generic,
    provider: "together",
    baseURL: "https://api.together.xyz/v1",
    reasoning: {
      ...generic.reasoning,
      efforts: { ...generic.reasoning.efforts, off: { reasoning: { enabled: false } } },
      field: "reasoning",
    },
    files: { data: false, url: false },
    embeddings: {},
  },

  /**
   * https://api-docs.deepseek.com/guides/thinking_mode: thinking is switched by `thinking`, and a turn that calls tools
   * must come back with its `reasoning_content`. https://api-docs.deepseek.com/api/create-chat-completion: no seed, text
   * only. JSON without a schema: https://github.com/llm-exe/llm-exe/issues/662
   */
  deepseek: {
    ...generic,
    provider: "deepseek",
    baseURL: "https://api.deepseek.com/v1",
    seedField: undefined,
    structuredOutput: "json_object",
    reasoning: {
      efforts: {
        off: { thinking: { type: "disabled" } },
        low: { thinking: { type: "enabled" }, reasoning_effort: "low" },
        medium: { thinking: { type: "enabled" }, reasoning_effort: "medium" },
        high: { thinking: { type: "enabled" }, reasoning_effort: "high" },
        max: { thinking: { type: "enabled" }, reasoning_effort: "max" },
      },
      replay: "with tool calls",
      field: "reasoning_content",
    },
    files: { data: false, url: false },
    embeddings: {},
    capabilities: { ...generic.capabilities, vision: false },
  },

  /**
   * https://docs.mistral.ai/api: `random_seed`; usage comes in the last chunk unasked.
   * https://docs.mistral.ai/capabilities/reasoning/adjustable: efforts `none` and `high` and no others, thoughts as parts of
   * the content. Ids: https://github.com/editor-code-assistant/eca/issues/233
   */
  mistral: {
    ...generic,
    provider: "mistral",
    baseURL: "https://api.mistral.ai/v1",
    seedField: "random_seed",
    streamOptions: false,
    emptyContent: "",
    toolCallIds: "nine alphanumerics",
    reasoning: {
      ...generic.reasoning,
      efforts: { off: { reasoning_effort: "none" }, high: { reasoning_effort: "high" } },
    },
    files: { data: false, url: false },
    embeddings: { dimensionsField: "output_dimension" },
    capabilities: { ...generic.capabilities, promptCaching: false },
  },

  /**
   * https://docs.x.ai/docs/api-reference, https://docs.x.ai/developers/model-capabilities/text/reasoning: efforts by
   * model. Reasoning tokens stand outside `completion_tokens`: https://github.com/vercel/ai/issues/11487
   */
  xai: {
    ...generic,
    provider: "xai",
    baseURL: "https://api.x.ai/v1",
    maxTokensField: "max_completion_tokens",
    files: { data: false, url: false },
    embeddings: {},
  },

  /**
   * https://docs.vllm.ai/en/latest/serving/openai_compatible_server. Reasoning under either field, by version:
   * https://github.com/musistudio/claude-code-router/pull/1205. Dimensions only with a model that has them:
   * https://github.com/ogx-ai/ogx/issues/5109
   */
  vllm: { ...generic, provider: "vllm", files: { data: false, url: false } },

  /**
   * https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md. A tool named in `tool_choice` counts as
   * `auto` there (https://pypi.org/project/langchain-llama-cpp/), and dimensions are ignored:
   * https://github.com/ggml-org/llama.cpp/issues/25210
   */
  "llama.cpp": {
    ...generic,
    provider: "llama.cpp",
    baseURL: "http://127.0.0.1:8080/v1",
    forcedTool: "only one offered",
    files: { data: false, url: false },
    embeddings: {},
  },

  /**
   * https://docs.ollama.com/api/openai-compatibility. Null content was refused:
   * https://github.com/SAIL-Research-Lab/cheetahclaws/pull/72
   */
  ollama: {
    ...generic,
    provider: "ollama",
    baseURL: "http://127.0.0.1:11434/v1",
    emptyContent: "",
    reasoning: { ...generic.reasoning, field: "reasoning" },
    files: { data: false, url: false },
    capabilities: { ...generic.capabilities, promptCaching: false },
  },

  /**
   * https://lmstudio.ai/docs/developer/openai-compat. `tool_choice` takes words only, and JSON comes by schema only:
   * https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/189
   */
  "lm-studio": {
    ...generic,
    provider: "lm-studio",
    baseURL: "http://127.0.0.1:1234/v1",
    forcedTool: "only one offered",
    files: { data: false, url: false },
    embeddings: {},
    capabilities: { ...generic.capabilities, promptCaching: false },
  },
} satisfies Readonly<Record<string, Endpoint>>;

/** The name of a known endpoint; `generic` is what is used where none is named. */
export type Preset = keyof typeof rows;

/** The endpoints that are known, by name. One that is not known can be made of one that is. */
export const presets: Readonly<Record<Preset, Endpoint>> = rows;

function withoutBaseURL({ baseURL: _, ...endpoint }: Endpoint): Endpoint {
  return endpoint;
}
