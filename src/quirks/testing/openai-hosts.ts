import {
  asJSON,
  azure,
  begin,
  call,
  delta,
  details,
  type Exchange,
  end,
  filters,
  more,
  plain,
  sse,
  streamed,
  tools,
  total,
  two,
  whole,
} from "./clean-exchange.js";

/** What OpenAI and Azure send. */
export const openAIHosts: readonly Exchange[] = [
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
];
