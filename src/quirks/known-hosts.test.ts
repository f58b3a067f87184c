import { expect, test } from "vitest";
import { quirks } from "./catalogue.js";
import { bytesOf, type WireExchange, type WireObject, type WireProtocol } from "./exchange.js";

// Clean exchanges, by hand from what each host documents: whatever it adds of its own is no deviation.

type Exchange = { readonly name: string; readonly exchange: WireExchange };
type Asked = { readonly model: string } & WireObject;

const json = { "content-type": "application/json" };
const sse = { "content-type": "text/event-stream; charset=utf-8" };

function exchangeOf(protocol: WireProtocol, kind: "generate" | "stream", path: string, asked: object, body: string) {
  return (headers: Readonly<Record<string, string>>): WireExchange => ({
    protocol,
    request: { kind, method: "POST", path, headers: json, body: JSON.stringify(asked) },
    reply: { status: 200, headers, reads: [bytesOf(body)], ending: "complete" },
  });
}

const chat = "/v1/chat/completions";
const hello = [{ role: "user", content: "Hello." }];

/** A whole reply with one choice. */
function whole(name: string, asked: Asked, choice: object, around: object = {}, headers = json): Exchange {
  const choices = [{ index: 0, finish_reason: "stop", ...choice }];
  const base = { id: "chatcmpl-1", object: "chat.completion", created: 1760000000, model: asked.model };
  const body = JSON.stringify({ ...base, choices, usage: plain, ...around });
  return {
    name,
    exchange: exchangeOf("openai", "generate", chat, { messages: hello, ...asked }, body)({ ...json, ...headers }),
  };
}

/** A stream of these chunks, each on the base of all; a string is put into it as it stands. */
function streamed(name: string, asked: Asked, base: object, chunks: readonly (object | string)[], headers = sse) {
  const around = {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1760000000,
    model: asked.model,
    ...base,
  };
  const events = chunks.map((chunk) =>
    typeof chunk === "string" ? chunk : `data: ${JSON.stringify({ ...around, ...chunk })}\n\n`,
  );
  const body = `${events.join("")}data: [DONE]\n\n`;
  const options = { messages: hello, stream: true, stream_options: { include_usage: true }, ...asked };
  return { name, exchange: exchangeOf("openai", "stream", chat, options, body)({ ...sse, ...headers }) };
}

const delta = (fields: object, choice: object = {}) => ({
  choices: [{ index: 0, delta: fields, finish_reason: null, ...choice }],
});
const end = (finish_reason = "stop", choice: object = {}) => delta({}, { finish_reason, ...choice });
const plain = { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 };
const total = (usage: object = plain) => ({ choices: [], usage });

const tools = ["get_weather", "get_time"].map((name) => ({
  type: "function",
  function: { name, parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } },
}));
const call = (name: string, id: string, args = '{"city":"Paris"}', more: object = {}) => ({
  id,
  type: "function",
  function: { name, arguments: args },
  ...more,
});
const two = [call("get_weather", "call_a1"), call("get_time", "call_b2")];
const begin = (index: number, name: string, id: string, args = "") =>
  delta({ tool_calls: [{ index, ...call(name, id, args) }] });
const more = (index: number, args: string, entry: object = {}) =>
  delta({ tool_calls: [{ index, function: { arguments: args }, ...entry }] });

const schema = {
  type: "object",
  properties: { name: { type: "string" }, area: { type: ["number", "null"] } },
  required: ["name", "area"],
  additionalProperties: false,
};
const asJSON = { response_format: { type: "json_schema", json_schema: { name: "city", strict: true, schema } } };
const details = {
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: 0,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
};
const filters = { hate: { filtered: false, severity: "safe" }, violence: { filtered: false, severity: "safe" } };
const azure = { "apim-request-id": "1", "x-ms-region": "Sweden Central" };

const openai: readonly Exchange[] = [
  whole(
    "OpenAI, gpt-4o",
    { model: "gpt-4o" },
    {
      message: { role: "assistant", content: "Hi.", refusal: null, annotations: [] },
      logprobs: { content: [{ token: "Hi", logprob: -0.1, bytes: [72, 105], top_logprobs: [] }], refusal: null },
    },
    {
      model: "gpt-4o-2024-08-06",
      service_tier: "default",
      system_fingerprint: "fp_1",
      usage: { ...plain, ...details },
    },
  ),
  whole(
    "OpenAI, an alias of a preview",
    { model: "gpt-4-turbo-preview" },
    { message: { role: "assistant", content: "Hi." } },
    { model: "gpt-4-0125-preview" },
  ),
  whole(
    "OpenAI, o3, which ran into its limit while it thought",
    { model: "o3-mini", max_completion_tokens: 12 },
    { message: { role: "assistant", content: "", refusal: null, annotations: [] }, finish_reason: "length" },
    {
      model: "o3-mini-2025-01-31",
      system_fingerprint: null,
      usage: { ...plain, completion_tokens_details: { reasoning_tokens: 12 } },
    },
  ),
  whole(
    "OpenAI, a refusal under a schema",
    { model: "gpt-4o", ...asJSON },
    {
      message: { role: "assistant", content: null, refusal: "I'm sorry, I cannot." },
    },
  ),
  whole(
    "OpenAI, a schema",
    { model: "gpt-4o", ...asJSON },
    {
      message: { role: "assistant", content: '{"name":"Paris","area":null}', refusal: null },
    },
  ),
  whole(
    "OpenAI, calls at once",
    { model: "gpt-4o", tools },
    {
      message: { role: "assistant", content: null, tool_calls: two, refusal: null },
      finish_reason: "tool_calls",
    },
  ),
  whole(
    "OpenAI, a call that was named",
    { model: "gpt-4o", tools, tool_choice: { type: "function", function: { name: "get_weather" } } },
    {
      message: { role: "assistant", content: null, tool_calls: two.slice(0, 1) },
    },
  ),
  whole(
    "OpenAI, an answer with sources",
    { model: "gpt-4o-search-preview" },
    {
      message: {
        role: "assistant",
        content: "See nodejs.org.",
        annotations: [
          {
            type: "url_citation",
            url_citation: { start_index: 4, end_index: 14, title: "Node", url: "https://nodejs.org" },
          },
        ],
      },
    },
    { model: "gpt-4o-search-preview-2025-03-11" },
  ),
  whole(
    "OpenAI, a model that was tuned",
    { model: "ft:gpt-4o-mini-2024-07-18:acme::Ab1" },
    {
      message: { role: "assistant", content: "Hi." },
    },
  ),
  streamed(
    "OpenAI, gpt-5",
    { model: "gpt-5" },
    { model: "gpt-5-2025-08-07", service_tier: "default", system_fingerprint: null, usage: null },
    [
      { ...delta({ role: "assistant", content: "", refusal: null }, { logprobs: null }), obfuscation: "a1" },
      { ...delta({ content: "Hi" }), obfuscation: "b2c3d4" },
      { ...delta({ content: "." }), obfuscation: "" },
      { ...end(), obfuscation: "x" },
      {
        ...total({
          prompt_tokens: 9,
          completion_tokens: 76,
          total_tokens: 85,
          prompt_tokens_details: { cached_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 64 },
        }),
        obfuscation: "",
      },
    ],
  ),
  streamed("OpenAI, a refusal", { model: "gpt-4o", ...asJSON }, { model: "gpt-4o-2024-08-06" }, [
    delta({ role: "assistant", content: null, refusal: "" }),
    delta({ refusal: "I'm sorry, I cannot." }, { logprobs: { content: null, refusal: [] } }),
    end(),
    total(),
  ]),
  streamed("OpenAI, calls at once", { model: "gpt-4o", tools }, {}, [
    delta({ role: "assistant", content: null }),
    begin(0, "get_weather", "call_a1"),
    more(0, '{"ci'),
    more(0, 'ty":"Paris"}'),
    begin(1, "get_time", "call_b2"),
    more(1, '{"city":"Paris"}'),
    end("tool_calls"),
    total(),
  ]),
  streamed("OpenAI, two choices that were asked for", { model: "gpt-4o", n: 2, tools }, {}, [
    ...[0, 1].flatMap((index) => [
      delta(
        { role: "assistant", content: "", tool_calls: [{ index: 0, ...call("get_time", `call_${index}`) }] },
        { index },
      ),
      end("tool_calls", { index }),
    ]),
    total(),
  ]),
  streamed("OpenAI, a filter at the end", { model: "gpt-4o" }, {}, [
    delta({ role: "assistant", content: "H" }),
    end("content_filter"),
    total(),
  ]),
  whole(
    "Azure, a deployment",
    { model: "my-deployment" },
    {
      message: { role: "assistant", content: "Hi." },
      content_filter_results: filters,
    },
    { model: "gpt-4o-2024-11-20", prompt_filter_results: [{ prompt_index: 0, content_filter_results: filters }] },
  ),
  streamed(
    "Azure, filters beside the text",
    { model: "my-deployment" },
    { model: "gpt-4o-2024-11-20" },
    [
      {
        id: "",
        object: "",
        created: 0,
        model: "",
        choices: [],
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: filters }],
      },
      delta({ role: "assistant", content: "", refusal: null }, { content_filter_results: {} }),
      delta({ content: "Hi." }, { content_filter_results: filters }),
      end("stop", { content_filter_results: {} }),
      total(),
    ],
    { ...sse, ...azure },
  ),
  streamed(
    "Azure, filters behind the text",
    { model: "my-deployment" },
    { model: "gpt-4o-2024-11-20" },
    [
      delta({ role: "assistant", content: "Hi." }),
      end(),
      {
        id: "",
        object: "",
        created: 0,
        model: "",
        choices: [
          {
            index: 0,
            finish_reason: null,
            content_filter_results: filters,
            content_filter_offsets: { check_offset: 44, start_offset: 44, end_offset: 47 },
          },
        ],
      },
      total(),
    ],
    { ...sse, ...azure },
  ),
  whole(
    "vLLM",
    { model: "Qwen/Qwen2.5-7B-Instruct" },
    {
      message: {
        role: "assistant",
        content: "Hi.",
        reasoning_content: null,
        tool_calls: [],
        refusal: null,
        audio: null,
        function_call: null,
        annotations: null,
      },
      logprobs: null,
      stop_reason: null,
      token_ids: null,
    },
    {
      id: "chatcmpl-9f",
      service_tier: null,
      system_fingerprint: null,
      usage: { ...plain, prompt_tokens_details: null },
      prompt_logprobs: null,
      prompt_token_ids: null,
      kv_transfer_params: null,
    },
  ),
  streamed("vLLM, thoughts, and counts in every chunk", { model: "Qwen/Qwen3-8B" }, {}, [
    {
      ...delta({ role: "assistant", content: "", reasoning_content: null }, { logprobs: null }),
      usage: { prompt_tokens: 9, total_tokens: 9, completion_tokens: 0 },
    },
    { ...delta({ reasoning_content: "Hm." }), usage: { prompt_tokens: 9, total_tokens: 11, completion_tokens: 2 } },
    {
      ...delta({ content: "Hi." }, { finish_reason: "stop", stop_reason: null }),
      usage: { prompt_tokens: 9, total_tokens: 14, completion_tokens: 5 },
    },
    total({ prompt_tokens: 9, total_tokens: 14, completion_tokens: 5 }),
  ]),
  streamed("vLLM, a stop token", { model: "m" }, {}, [
    delta({ role: "assistant", content: "" }),
    delta({ content: "Hi" }),
    delta({ content: "" }, { finish_reason: "stop", stop_reason: 151643 }),
    total(),
  ]),
  streamed("vLLM, calls at once", { model: "m", tools }, {}, [
    delta({ role: "assistant", content: "" }),
    begin(0, "get_weather", "chatcmpl-tool-1"),
    more(0, '{"city": "Paris"}'),
    begin(1, "get_time", "chatcmpl-tool-2"),
    more(1, '{"city": "Paris"}'),
    delta({ content: "" }, { finish_reason: "tool_calls", stop_reason: null }),
    total(),
  ]),
  whole(
    "llama.cpp",
    { model: "gemma-3-4b" },
    { message: { role: "assistant", content: "Hi." } },
    {
      system_fingerprint: "b5000-1a2b",
      __verbose: { tokens: [] },
      timings: { prompt_n: 9, prompt_ms: 10.2, predicted_n: 12, predicted_per_second: 30.1 },
    },
  ),
  streamed("llama.cpp, calls at once", { model: "m", tools }, { system_fingerprint: "b5000" }, [
    delta({ role: "assistant", content: null }),
    begin(0, "get_weather", "Xy1", "{"),
    more(0, '"city":"Paris"}'),
    begin(1, "get_time", "Xy2", '{"city":"Paris"}'),
    { ...end("tool_calls") },
    { ...total(), timings: { prompt_n: 9, predicted_ms: 10.5 } },
  ]),
  whole(
    "Ollama",
    { model: "llama3.2" },
    { message: { role: "assistant", content: "Hi." } },
    { id: "chatcmpl-415", system_fingerprint: "fp_ollama" },
  ),
  streamed(
    "Ollama, thoughts, and whole calls",
    { model: "qwen3:4b", tools },
    { id: "chatcmpl-415", system_fingerprint: "fp_ollama" },
    [
      delta({ role: "assistant", content: "", reasoning: "Hm." }),
      delta({
        role: "assistant",
        content: "",
        tool_calls: [
          { index: 0, ...two[0] },
          { index: 1, ...two[1] },
        ],
      }),
      delta({ role: "assistant", content: "" }, { finish_reason: "tool_calls" }),
      total(),
    ],
  ),
  whole(
    "LM Studio",
    { model: "lmstudio-community/Meta-Llama-3.1-8B-Instruct-GGUF" },
    { message: { role: "assistant", content: "Hi.", tool_calls: [] }, logprobs: null },
    {
      model: "meta-llama-3.1-8b-instruct",
      stats: { tokens_per_second: 51.4, time_to_first_token: 0.1 },
      model_info: { arch: "llama" },
      runtime: { name: "llama.cpp" },
      system_fingerprint: "meta-llama-3.1-8b-instruct",
    },
  ),
  streamed(
    "LM Studio, a call",
    { model: "qwen2.5-7b-instruct", tools },
    { system_fingerprint: "qwen2.5-7b-instruct" },
    [
      delta({ role: "assistant", tool_calls: [{ index: 0, ...call("get_time", "316", "") }] }),
      more(0, '{"city"', { type: "function" }),
      more(0, ':"Paris"}', { type: "function" }),
      end("tool_calls", { logprobs: null }),
      total(),
    ],
  ),
  whole(
    "mlx-lm, asked for whatever it serves",
    { model: "default_model" },
    { message: { role: "assistant", content: "Hi." } },
    { model: "mlx-community/Llama-3.2-3B-Instruct-4bit" },
  ),
  whole(
    "TGI, asked for whatever it serves",
    { model: "tgi" },
    { message: { role: "assistant", content: "Hi." }, logprobs: null },
    { id: "c1", model: "meta-llama/Llama-3.1-8B-Instruct", system_fingerprint: "3.0.1-native" },
  ),
  streamed(
    "TGI, a call",
    { model: "tgi", tools },
    { id: "c1", model: "meta-llama/Llama-3.1-8B-Instruct", system_fingerprint: "3.0.1-native", usage: null },
    [
      delta({ role: "assistant", tool_calls: [{ index: 0, ...call("get_time", "0", "") }] }, { logprobs: null }),
      delta({
        role: "assistant",
        tool_calls: [{ index: 0, id: "0", type: "function", function: { name: "", arguments: '{"city":"Paris"}' } }],
      }),
      end("tool_calls"),
      total(),
    ],
  ),
  streamed(
    "OpenRouter",
    { model: "deepseek/deepseek-r1:free" },
    { id: "gen-1", provider: "Chutes", model: "deepseek/deepseek-r1:free" },
    [
      ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n",
      delta(
        {
          role: "assistant",
          content: "",
          reasoning: "Hm.",
          reasoning_details: [{ type: "reasoning.text", text: "Hm.", format: "unknown", index: 0 }],
        },
        { native_finish_reason: null, logprobs: null },
      ),
      delta({ role: "assistant", content: "Hi." }, { native_finish_reason: null }),
      delta({ role: "assistant", content: "" }, { finish_reason: "stop", native_finish_reason: "end_turn" }),
      {
        ...delta({ role: "assistant", content: "" }, { native_finish_reason: null }),
        usage: { ...plain, cost: 0.00012, is_byok: false, cost_details: { upstream_inference_cost: null } },
      },
    ],
  ),
  whole(
    "OpenRouter, whichever it takes",
    { model: "openrouter/auto" },
    { message: { role: "assistant", content: "Hi.", refusal: null, reasoning: null }, native_finish_reason: "STOP" },
    { id: "gen-1", provider: "Google", model: "google/gemini-2.5-flash" },
  ),
  whole(
    "OpenRouter, by an alias",
    { model: "anthropic/claude-3.7-sonnet:thinking", tools },
    {
      message: { role: "assistant", content: "", tool_calls: two.map((one, index) => ({ index, ...one })) },
      finish_reason: "tool_calls",
      native_finish_reason: "tool_use",
    },
    { model: "anthropic/claude-3.7-sonnet" },
  ),
  streamed("Groq", { model: "llama-3.1-8b-instant" }, { system_fingerprint: "fp_1" }, [
    { ...delta({ role: "assistant", content: "" }, { logprobs: null }), x_groq: { id: "req_1", seed: 7 } },
    delta({ content: "Hi." }),
    {
      ...end(),
      x_groq: {
        id: "req_1",
        usage: {
          queue_time: 0.01,
          prompt_tokens: 9,
          prompt_time: 0.001,
          completion_tokens: 12,
          completion_time: 0.01,
          total_tokens: 21,
          total_time: 0.011,
        },
      },
    },
    {
      ...total({
        queue_time: 0.01,
        prompt_tokens: 9,
        prompt_time: 0.001,
        completion_tokens: 12,
        completion_time: 0.01,
        total_tokens: 21,
        total_time: 0.011,
      }),
      service_tier: "on_demand",
    },
  ]),
  streamed("Groq, calls at once", { model: "llama-3.3-70b-versatile", tools }, {}, [
    delta({ role: "assistant", content: null }),
    delta({
      tool_calls: [
        { index: 0, ...call("get_weather", "a1b2") },
        { index: 1, ...call("get_time", "c3d4") },
      ],
    }),
    end("tool_calls"),
    total(),
  ]),
  whole(
    "DeepSeek",
    { model: "deepseek-reasoner" },
    { message: { role: "assistant", content: "Hi.", reasoning_content: "Hm." }, logprobs: null },
    {
      usage: {
        ...plain,
        prompt_cache_hit_tokens: 0,
        prompt_cache_miss_tokens: 9,
        completion_tokens_details: { reasoning_tokens: 7 },
      },
    },
  ),
  streamed("DeepSeek", { model: "deepseek-chat" }, { system_fingerprint: "fp_1" }, [
    ": keep-alive\n\n",
    delta({ role: "assistant", content: null, reasoning_content: "" }),
    delta({ content: null, reasoning_content: "Hm." }),
    delta({ content: "Hi.", reasoning_content: null }),
    {
      ...delta({ content: "", reasoning_content: null }, { finish_reason: "stop" }),
      usage: { ...plain, prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 9 },
    },
  ]),
  whole(
    "Mistral, calls at once",
    { model: "mistral-large-latest", tools },
    {
      message: {
        role: "assistant",
        content: "",
        prefix: false,
        tool_calls: [
          call("get_weather", "D681PevKs", '{"city": "Paris"}', { index: 0 }),
          call("get_time", "XdVKs91aB", '{"city": "Paris"}', { index: 1 }),
        ],
      },
      finish_reason: "tool_calls",
    },
    { id: "cmpl-1" },
  ),
  streamed("Mistral", { model: "mistral-small" }, { model: "mistral-small-latest" }, [
    delta({ role: "assistant", content: "" }, { logprobs: null }),
    { ...delta({ content: "Hi.", tool_calls: null }), p: "abcdefgh" },
    { ...delta({ content: "" }, { finish_reason: "stop" }), usage: plain },
  ]),
  whole(
    "Mistral, an answer at its limit",
    { model: "open-mistral-nemo" },
    { message: { role: "assistant", tool_calls: null, content: "Hi" }, finish_reason: "model_length" },
  ),
  streamed(
    "Together",
    { model: "meta-llama/Llama-3.3-70B-Instruct-Turbo" },
    { id: "oUx-1", system_fingerprint: null, usage: null, prompt: [] },
    [
      {
        choices: [
          {
            index: 0,
            text: "Hi.",
            logprobs: null,
            seed: null,
            delta: { token_id: 13347, role: "assistant", content: "Hi.", tool_calls: null },
            finish_reason: null,
          },
        ],
      },
      {
        choices: [
          {
            index: 0,
            text: "",
            seed: 77,
            delta: { token_id: 128009, role: "assistant", content: "", tool_calls: null },
            finish_reason: "stop",
          },
        ],
        usage: { ...plain, cached_tokens: 0 },
      },
    ],
  ),
  whole(
    "Together",
    { model: "Qwen/Qwen3-235B-A22B-fp8-tput" },
    { seed: 7, logprobs: null, message: { role: "assistant", content: "Hi.", tool_calls: [] } },
    { prompt: [], usage: { ...plain, cached_tokens: 0 } },
  ),
  streamed("Fireworks", { model: "accounts/fireworks/models/llama-v3p1-8b-instruct" }, {}, [
    delta({ role: "assistant" }),
    delta({ content: "Hi." }),
    { ...end(), usage: plain },
    { ...total(), perf_metrics: { "server-ttft": "0.1" } },
  ]),
  streamed("xAI", { model: "grok-4", tools }, { model: "grok-4-0709", system_fingerprint: "fp_1" }, [
    delta({ role: "assistant", content: "", reasoning_content: "Thinking... " }),
    delta({ role: "assistant", content: "", tool_calls: [{ index: 0, ...two[0] }] }),
    delta({ role: "assistant", content: "" }, { finish_reason: "tool_calls" }),
    total({
      ...plain,
      prompt_tokens_details: { text_tokens: 9, audio_tokens: 0, image_tokens: 0, cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
      num_sources_used: 0,
    }),
  ]),
  whole(
    "xAI, thoughts within the completion",
    { model: "grok-3-mini" },
    { message: { role: "assistant", content: "Hi.", refusal: null, reasoning_content: "Hm." } },
    {
      citations: ["https://nodejs.org"],
      usage: { ...plain, completion_tokens_details: { reasoning_tokens: 5 }, num_sources_used: 0 },
    },
  ),
  streamed("Gemini under the OpenAI protocol", { model: "gemini-2.5-flash", tools }, { id: "7sQA" }, [
    delta({
      role: "assistant",
      tool_calls: [
        { index: 0, extra_content: { google: { thought_signature: "c2ln" } }, ...call("get_time", "function-call-1") },
      ],
    }),
    { ...delta({ role: "assistant" }, { finish_reason: "tool_calls" }), usage: plain },
    total(),
  ]),
  whole(
    "Perplexity",
    { model: "sonar" },
    { message: { role: "assistant", content: "Hi [1]." }, delta: { role: "assistant", content: "" } },
    {
      citations: ["https://nodejs.org"],
      search_results: [{ title: "Node", url: "https://nodejs.org" }],
      usage: { ...plain, search_context_size: "low", cost: { total_cost: 0.005 } },
    },
  ),
  whole(
    "LiteLLM",
    { model: "bedrock/anthropic.claude-3-haiku" },
    {
      message: {
        role: "assistant",
        content: "Hi.",
        tool_calls: null,
        function_call: null,
        provider_specific_fields: null,
      },
    },
    {
      model: "anthropic.claude-3-haiku",
      usage: { ...plain, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    },
  ),
];

function gemini(
  name: string,
  model: string,
  config: object,
  replies: readonly object[],
  place = "/v1beta/models",
): Exchange {
  const asked = { contents: [{ role: "user", parts: [{ text: "Hello." }] }], ...config };
  const around = { modelVersion: model, responseId: "mA1" };
  const bodies = replies.map((reply) => JSON.stringify({ ...around, ...reply }));
  const [method, kind] =
    replies.length > 1
      ? (["streamGenerateContent?alt=sse", "stream"] as const)
      : (["generateContent", "generate"] as const);
  const body = kind === "stream" ? bodies.map((one) => `data: ${one}\r\n\r\n`).join("") : (bodies[0] ?? "");
  const path = `${place}/${model}:${method}`;
  return {
    name,
    exchange: exchangeOf(
      "google",
      kind,
      path,
      asked,
      body,
    )(kind === "stream" ? { "content-type": "text/event-stream" } : json),
  };
}

const said = (parts: readonly object[], candidate: object = {}, usageMetadata: object = {}) => ({
  candidates: [{ content: { parts, role: "model" }, index: 0, ...candidate }],
  usageMetadata: {
    promptTokenCount: 4,
    totalTokenCount: 4,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: 4 }],
    ...usageMetadata,
  },
});
const stop = { finishReason: "STOP" };
const counted = { candidatesTokenCount: 3, thoughtsTokenCount: 20, totalTokenCount: 27 };

const google: readonly Exchange[] = [
  gemini("Gemini", "gemini-2.5-flash", {}, [
    said(
      [{ text: "Hi." }],
      {
        ...stop,
        avgLogprobs: -0.1,
        safetyRatings: [{ category: "HARM_CATEGORY_HATE_SPEECH", probability: "NEGLIGIBLE" }],
      },
      counted,
    ),
  ]),
  gemini("Gemini, streamed, with thoughts and a signature", "gemini-2.5-flash", {}, [
    said([{ text: "Hm.", thought: true }]),
    said([{ text: "Hi." }], {}, { candidatesTokenCount: 3, totalTokenCount: 7 }),
    said([{ text: "", thoughtSignature: "c2ln" }], stop, counted),
  ]),
  gemini(
    "Gemini, calls at once",
    "gemini-3-pro-preview",
    { tools: [{ functionDeclarations: [{ name: "f" }, { name: "g" }] }] },
    [
      said([
        { functionCall: { name: "f", args: {} }, thoughtSignature: "c2ln" },
        { functionCall: { name: "g", args: { city: "Paris" }, id: "1" } },
      ]),
      said([{ text: "" }], { ...stop, finishMessage: "Model generated function call(s)." }, counted),
    ],
  ),
  gemini(
    "Gemini, a schema",
    "gemini-2.0-flash",
    {
      generationConfig: {
        responseMimeType: "application/json",
        responseSchema: {
          type: "OBJECT",
          properties: { name: { type: "STRING" }, area: { type: "NUMBER", nullable: true } },
          propertyOrdering: ["name", "area"],
          required: ["name"],
        },
      },
    },
    [
      said([{ text: '{\n  "name": "Paris",\n  "area": null\n}' }], stop, {
        candidatesTokenCount: 9,
        totalTokenCount: 13,
      }),
    ],
  ),
  gemini("Gemini, a prompt that it blocks", "gemini-2.5-flash", {}, [
    {
      promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
      usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 },
    },
  ]),
  gemini("Gemini, tokens of a cache and of a tool", "gemini-2.5-pro", { tools: [{ urlContext: {} }] }, [
    said(
      [{ text: "Hi." }],
      { ...stop, groundingMetadata: { groundingChunks: [] }, urlContextMetadata: {} },
      {
        cachedContentTokenCount: 2,
        toolUsePromptTokenCount: 50,
        candidatesTokenCount: 3,
        totalTokenCount: 57,
        serviceTier: "standard",
      },
    ),
  ]),
  gemini("Gemini, without a word at its limit", "gemini-2.5-pro", { generationConfig: { maxOutputTokens: 20 } }, [
    {
      candidates: [{ content: { role: "model" }, finishReason: "MAX_TOKENS", index: 0 }],
      usageMetadata: { promptTokenCount: 4, thoughtsTokenCount: 20, totalTokenCount: 24 },
    },
  ]),
  gemini(
    "Vertex AI",
    "gemini-2.0-flash-001",
    {},
    [
      {
        candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] } }],
        usageMetadata: { trafficType: "ON_DEMAND" },
        createTime: "2025-01-01T00:00:00Z",
      },
      {
        candidates: [{ content: { role: "model", parts: [{ text: "." }] }, finishReason: "STOP" }],
        usageMetadata: {
          promptTokenCount: 4,
          candidatesTokenCount: 3,
          totalTokenCount: 7,
          trafficType: "ON_DEMAND",
          candidatesTokensDetails: [{ modality: "TEXT", tokenCount: 3 }],
        },
      },
    ],
    "/v1/projects/p/locations/us-central1/publishers/google/models",
  ),
];

test.each([...openai, ...google])("$name: nothing is detected", ({ exchange }) => {
  const seen = quirks.flatMap((quirk) =>
    "detect" in quirk && quirk.protocols.includes(exchange.protocol) ? [`${quirk.id}: ${quirk.detect(exchange)}`] : [],
  );
  expect(seen.filter((line) => !line.endsWith(": undefined"))).toEqual([]);
});
