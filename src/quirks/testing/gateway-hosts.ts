import { call, delta, type Exchange, end, plain, streamed, tools, total, two, whole } from "./clean-exchange.js";

/** What gateways and vendors of the protocol send. */
export const gatewayHosts: readonly Exchange[] = [
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
