import { onTestFinished } from "vitest";
import type { LLM } from "../../contract/index.js";
import { type GoogleOptions, google } from "../google/index.js";
import { type OpenAICompatibleOptions, openAICompatible } from "../openai-compatible/index.js";
import { completion, key } from "./llm-for.js";
import { delta } from "./read-wire.js";

type Options = Partial<Omit<GoogleOptions & OpenAICompatibleOptions, "preset">> & { readonly baseURL: string };

/** What a test needs of a protocol to serve it by hand. */
export interface Protocol {
  /** An LLM until the test is over, without retries. */
  createLLM(options: Options): LLM;
  /** One event with a delta of text. */
  event(text: string): string;
  /** The events that end a stream well. */
  readonly end: string;
  /** A whole reply. */
  whole(text: string): string;
}

/** Each driver that we have, for what must hold for all of them. */
export const protocols: readonly (readonly [name: string, Protocol])[] = [
  [
    "openai",
    {
      createLLM: (options) => untilFinished(openAICompatible({ apiKey: key, model: "m", maxRetries: 0, ...options })),
      event: (text) => `data: ${JSON.stringify(delta({ content: text }))}\n\n`,
      end: `data: ${JSON.stringify(delta({}, "stop"))}\n\ndata: [DONE]\n\n`,
      whole: (text) => JSON.stringify(completion({ content: text })),
    },
  ],
  [
    "google",
    {
      createLLM: (options) =>
        untilFinished(google({ apiKey: key, model: "gemini-2.5-flash", maxRetries: 0, ...options })),
      event: (text) => `data: ${JSON.stringify(candidate(text))}\r\n\r\n`,
      end: `data: ${JSON.stringify(candidate("", "STOP"))}\r\n\r\n`,
      whole: (text) => JSON.stringify(candidate(text, "STOP")),
    },
  ],
];

function candidate(text: string, finishReason?: string): object {
  return { candidates: [{ content: { role: "model", parts: [{ text }] }, ...(finishReason && { finishReason }) }] };
}

function untilFinished(llm: LLM): LLM {
  onTestFinished(() => llm.close());
  return llm;
}
