import { type Exchange, exchangeOf, json } from "./clean-exchange.js";

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

/** What Gemini and Vertex AI send. */
export const googleHosts: readonly Exchange[] = [
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
