// Everybody who reads a stream. `stream(told)` reads one to its end, calls `told` at each piece of text and gives the length
// of the text; `plain` asks for a whole answer and gives its length; `call` gives the arguments of the tool call. What is
// imported is imported in `open`, so that each process holds one subject alone.
import { noteTool } from "./scenarios.mjs";

const prompt = "Go on.";
const messages = [{ role: "user", content: prompt }];
const model = "bench";
const apiKey = "no-key";

/** Reads deltas as they come: the least that any client must do. */
async function openFloor(url, body, textOf) {
  const { Pool, request } = await import("undici");
  const { createParser } = await import("eventsource-parser");
  const dispatcher = new Pool(new URL(url.plain).origin);
  const post = (address, content) =>
    request(address, {
      dispatcher,
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(content),
    });
  const events = async (onChunk) => {
    const { body: stream } = await post(url.stream, { ...body, stream: true });
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: ({ data }) => {
        if (data !== "[DONE]") onChunk(JSON.parse(data));
      },
    });
    for await (const bytes of stream) parser.feed(decoder.decode(bytes, { stream: true }));
  };
  return {
    async stream(told) {
      let length = 0;
      await events((chunk) => {
        const piece = textOf(chunk);
        if (!piece) return;
        length += piece.length;
        told();
      });
      return length;
    },
    async call() {
      let json = "";
      await events((chunk) => {
        json += chunk.choices[0]?.delta.tool_calls?.[0].function.arguments ?? "";
      });
      return JSON.parse(json);
    },
    async plain() {
      const { body: reply } = await post(url.plain, body);
      return textOf(await reply.json()).length;
    },
    close: () => dispatcher.close(),
  };
}

function fromLLM(llm) {
  const tools = [{ name: noteTool.name, description: noteTool.description, inputSchema: noteTool.parameters }];
  return {
    async stream(told) {
      let length = 0;
      for await (const event of await llm.stream({ messages })) {
        if (event.type !== "text") continue;
        length += event.text.length;
        told();
      }
      return length;
    },
    async call() {
      const local = tools.map((tool) => ({ ...tool, execute: () => "" }));
      const { toolCalls } = await (await llm.stream({ messages, tools: local })).response();
      return toolCalls[0].input;
    },
    plain: async () => (await llm.generate({ messages })).text.length,
    close: () => llm.close(),
  };
}

/** An AI SDK model, asked as its own SDK asks it. */
function fromProvider(languageModel) {
  const options = { prompt: [{ role: "user", content: [{ type: "text", text: prompt }] }] };
  const parts = async function* (more) {
    const { stream } = await languageModel.doStream({ ...options, ...more });
    yield* stream;
  };
  return {
    async stream(told) {
      let length = 0;
      for await (const part of parts()) {
        if (part.type !== "text-delta") continue;
        length += part.delta.length;
        told();
      }
      return length;
    },
    async call() {
      const { parameters: inputSchema, ...tool } = noteTool;
      for await (const part of parts({ tools: [{ type: "function", ...tool, inputSchema }] }))
        if (part.type === "tool-call") return JSON.parse(part.input);
    },
    async plain() {
      const { content } = await languageModel.doGenerate(options);
      return content[0].text.length;
    },
  };
}

/** The same through `streamText` and `generateText`. */
async function fromAI(languageModel) {
  const { generateText, jsonSchema, streamText, tool } = await import("ai");
  return {
    async stream(told) {
      let length = 0;
      for await (const piece of streamText({ model: languageModel, prompt }).textStream) {
        length += piece.length;
        told();
      }
      return length;
    },
    async call() {
      const note = tool({ description: noteTool.description, inputSchema: jsonSchema(noteTool.parameters) });
      const { toolCalls } = streamText({ model: languageModel, prompt, tools: { note } });
      return (await toolCalls)[0].input;
    },
    plain: async () => (await generateText({ model: languageModel, prompt })).text.length,
  };
}

function fromLangChain(chat) {
  return {
    async stream(told) {
      let length = 0;
      for await (const chunk of await chat.stream(prompt)) {
        if (!chunk.content) continue;
        length += chunk.content.length;
        told();
      }
      return length;
    },
    async call() {
      const bound = chat.bindTools([{ type: "function", function: noteTool }]);
      let whole;
      for await (const chunk of await bound.stream(prompt)) whole = whole ? whole.concat(chunk) : chunk;
      return whole.tool_calls[0].args;
    },
    plain: async () => (await chat.invoke(prompt)).content.length,
  };
}

const openaiText = ({ choices }) => choices[0]?.delta?.content ?? choices[0]?.message?.content;
const googleText = ({ candidates }) => candidates[0].content.parts[0].text;
const aiOpenAI = async (origin) => {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({ name: "bench", baseURL: `${origin}/v1`, apiKey, includeUsage: true })(model);
};
const aiGoogle = async (origin) => {
  const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
  return createGoogleGenerativeAI({ baseURL: `${origin}/v1beta`, apiKey })(model);
};

/** By name. `imports` is what using it loads first, for the cold import; `packages` is what is installed for it. */
export const subjects = {
  floor: {
    protocol: "openai",
    imports: ["undici", "eventsource-parser"],
    packages: ["undici", "eventsource-parser"],
    open: (origin) => {
      const url = `${origin}/v1/chat/completions`;
      const body = { model, messages, stream_options: { include_usage: true } };
      return openFloor({ plain: url, stream: url }, body, openaiText);
    },
  },
  touchstone: {
    protocol: "openai",
    imports: ["touchstone/drivers"],
    packages: ["touchstone"],
    async open(origin) {
      const { openAICompatible } = await import("touchstone/drivers");
      return fromLLM(openAICompatible({ baseURL: `${origin}/v1`, apiKey, model }));
    },
  },
  openai: {
    protocol: "openai",
    imports: ["openai"],
    packages: ["openai"],
    async open(origin) {
      const { default: OpenAI } = await import("openai");
      const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey });
      const ask = (more) =>
        client.chat.completions.create({
          ...{ model, messages, stream: true, stream_options: { include_usage: true } },
          ...more,
        });
      return {
        async stream(told) {
          let length = 0;
          for await (const chunk of await ask()) {
            const piece = openaiText(chunk);
            if (!piece) continue;
            length += piece.length;
            told();
          }
          return length;
        },
        async call() {
          let json = "";
          for await (const { choices } of await ask({ tools: [{ type: "function", function: noteTool }] }))
            json += choices[0]?.delta.tool_calls?.[0].function.arguments ?? "";
          return JSON.parse(json);
        },
        async plain() {
          return openaiText(await client.chat.completions.create({ model, messages })).length;
        },
      };
    },
  },
  "@ai-sdk/openai-compatible": {
    protocol: "openai",
    imports: ["@ai-sdk/openai-compatible"],
    packages: ["@ai-sdk/openai-compatible"],
    open: async (origin) => fromProvider(await aiOpenAI(origin)),
  },
  "ai-stream-text": {
    protocol: "openai",
    imports: ["ai", "@ai-sdk/openai-compatible"],
    packages: ["ai", "@ai-sdk/openai-compatible"],
    open: async (origin) => fromAI(await aiOpenAI(origin)),
  },
  "@langchain/openai": {
    protocol: "openai",
    imports: ["@langchain/openai"],
    packages: ["@langchain/openai", "@langchain/core"],
    async open(origin) {
      const { ChatOpenAI } = await import("@langchain/openai");
      return fromLangChain(new ChatOpenAI({ model, apiKey, configuration: { baseURL: `${origin}/v1` } }));
    },
  },
  "floor-google": {
    protocol: "google",
    imports: ["undici", "eventsource-parser"],
    packages: ["undici", "eventsource-parser"],
    open: (origin) => {
      const url = (method) => `${origin}/v1beta/models/${model}:${method}`;
      const body = { contents: [{ role: "user", parts: [{ text: prompt }] }] };
      const plain = url("generateContent");
      return openFloor({ plain, stream: url("streamGenerateContent?alt=sse") }, body, googleText);
    },
  },
  "touchstone-google": {
    protocol: "google",
    imports: ["touchstone/drivers"],
    packages: ["touchstone"],
    async open(origin) {
      const { google } = await import("touchstone/drivers");
      return fromLLM(google({ baseURL: origin, apiKey, model }));
    },
  },
  "@google/genai": {
    protocol: "google",
    imports: ["@google/genai"],
    packages: ["@google/genai"],
    async open(origin) {
      const { GoogleGenAI } = await import("@google/genai");
      const client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: origin } });
      return {
        async stream(told) {
          let length = 0;
          for await (const { text } of await client.models.generateContentStream({ model, contents: prompt })) {
            length += text.length;
            told();
          }
          return length;
        },
        plain: async () => (await client.models.generateContent({ model, contents: prompt })).text.length,
      };
    },
  },
  "@ai-sdk/google": {
    protocol: "google",
    imports: ["@ai-sdk/google"],
    packages: ["@ai-sdk/google"],
    open: async (origin) => fromProvider(await aiGoogle(origin)),
  },
  "@langchain/google-genai": {
    protocol: "google",
    imports: ["@langchain/google-genai"],
    packages: ["@langchain/google-genai", "@langchain/core"],
    async open(origin) {
      const { ChatGoogleGenerativeAI } = await import("@langchain/google-genai");
      return fromLangChain(new ChatGoogleGenerativeAI({ model, apiKey, baseUrl: origin }));
    },
  },
};
