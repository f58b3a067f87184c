import { type Embedder, isObject, type LLM } from "../contract/index.js";
import {
  type FetchLike,
  google,
  type OpenAICompatibleOptions,
  openAICompatible,
  openAICompatibleEmbedder,
} from "../drivers/index.js";
import type { WireStageOptions } from "../suite/index.js";
import { changed } from "./break-llm.js";
import type { Harm, Spoil, Staged } from "./mutant.js";

// Defects on the way between a driver and its provider. Both are right; what goes out, or what comes in, is not.

/** A body as it stands on the wire. */
export type WireBody = Readonly<Record<string, unknown>>;

/** How the wire is bent. What is absent goes through. */
export interface Bend {
  /** The body of each request. */
  readonly request?: (body: WireBody) => WireBody;
  /** The body of each reply: of a stream, each event's data, where it is JSON. */
  readonly reply?: (body: WireBody) => WireBody;
  /** Events of a stream that are left out, by their data. */
  readonly drops?: (data: string) => boolean;
}

/** A correct OpenAI-compatible driver over a wire that is bent. */
export const badWire = (bend: Bend): Staged<LLM> => ({
  stage: "openai",
  make: (stage, harm) => openAICompatible({ ...stage, preset: "openai", fetch: bentFetch(bend, harm) }),
});

/** What an OpenAI-compatible driver sends is another body than it should be. */
export const badBody = (request: (body: WireBody) => WireBody): Staged<LLM> => badWire({ request });

/** What it reads is another reply than came. */
export const badReply = (reply: (body: WireBody) => WireBody): Staged<LLM> => badWire({ reply });

/** A correct embedder over a wire that is bent. */
export const badEmbeddingWire = (bend: Bend): Staged<Embedder> => ({
  stage: "openai",
  make: (stage, harm) => openAICompatibleEmbedder({ ...stage, preset: "openai", fetch: bentFetch(bend, harm) }),
});

/** A defect in front of a driver with a wire, for what only a provider sees. */
export const overWire = (spoil: Spoil<LLM>): Staged<LLM> => ({
  stage: "openai",
  make: (stage, harm) => spoil(openAICompatible({ ...stage, preset: "openai" }), harm),
});

export const embedderOverWire = (spoil: Spoil<Embedder>): Staged<Embedder> => ({
  stage: "openai",
  make: (stage, harm) => spoil(openAICompatibleEmbedder({ ...stage, preset: "openai" }), harm),
});

/** A correct driver made with other options than the stage's. */
export const badOptions = (change: (options: WireStageOptions) => OpenAICompatibleOptions): Staged<LLM> => ({
  stage: "openai",
  make: (stage, harm) =>
    openAICompatible({ ...changed<OpenAICompatibleOptions>(stage, () => change(stage), harm), preset: "openai" }),
});

/** The same for an embedder. */
export const badEmbedderOptions = (
  change: (options: WireStageOptions) => OpenAICompatibleOptions,
): Staged<Embedder> => ({
  stage: "openai",
  make: (stage, harm) =>
    openAICompatibleEmbedder({
      ...changed<OpenAICompatibleOptions>(stage, () => change(stage), harm),
      preset: "openai",
    }),
});

/** A defect in front of a driver with a wire that knows what the driver was made with. */
export const knowingOptions = (spoil: (options: WireStageOptions) => Spoil<LLM>): Staged<LLM> => ({
  stage: "openai",
  make: (stage, harm) => spoil(stage)(openAICompatible({ ...stage, preset: "openai" }), harm),
});

/** The same for an embedder. @param different options that it is made with instead of the stage's */
export const embedderKnowingOptions = (
  spoil: (options: WireStageOptions) => Spoil<Embedder>,
  different: Partial<WireStageOptions> = {},
): Staged<Embedder> => ({
  stage: "openai",
  make: (stage, harm) => spoil(stage)(openAICompatibleEmbedder({ ...stage, ...different, preset: "openai" }), harm),
});

/** The global `fetch` with bodies bent on their way. */
function bentFetch(bend: Bend, harm: Harm): FetchLike {
  const { request = (body) => body } = bend;
  return async (url, init) => {
    const sent = changed(JSON.parse(init.body) as WireBody, request, harm);
    const response = await fetch(url, { ...init, body: JSON.stringify(sent) });
    if (!response.body || (!bend.reply && !bend.drops)) return response;
    const streamed = response.headers.get("content-type")?.includes("event-stream") === true;
    return new Response(bentBody(response.body, streamed, bend, harm), {
      status: response.status,
      headers: response.headers,
    });
  };
}

function bentBody(
  body: ReadableStream<Uint8Array>,
  streamed: boolean,
  { reply = (data) => data, drops = () => false }: Bend,
  harm: Harm,
): ReadableStream<Uint8Array> {
  const bent = (text: string): string => {
    const data = parsed(text);
    return isObject(data) ? JSON.stringify(changed<WireBody>(data, reply, harm)) : text;
  };
  const bentEvent = (event: string): string => {
    const data = event.replace(/^data: /, "");
    if (!drops(data)) return `data: ${bent(data)}\n\n`;
    harm();
    return "";
  };
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let pending = "";
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, out) {
        pending += decoder.decode(bytes, { stream: true });
        if (!streamed) return;
        const events = pending.split("\n\n");
        pending = events.pop() ?? "";
        for (const event of events) out.enqueue(encoder.encode(bentEvent(event)));
      },
      flush: (out) => out.enqueue(encoder.encode(streamed ? pending : bent(pending))),
    }),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A correct driver that is given another body than came, whole: what a tired programmer's parser would have made of it.
 * @param misread the body as the driver then reads it
 * @param capabilities that it claims beside its own
 */
export const misreads = (
  protocol: "openai" | "google",
  misread: (body: string) => string,
  capabilities: OpenAICompatibleOptions["capabilities"] = {},
): Staged<LLM> => ({
  stage: protocol,
  make(stage, harm) {
    const fetch = misreadingFetch(misread, harm);
    return protocol === "openai"
      ? openAICompatible({ ...stage, preset: "openai", fetch, capabilities })
      : google({ ...stage, fetch, capabilities });
  },
});

function misreadingFetch(misread: (body: string) => string, harm: Harm): FetchLike {
  return async (url, init) => {
    const response = await globalThis.fetch(url, init);
    const body = await response.text();
    return new Response(changed(body, misread, harm), { status: response.status, headers: response.headers });
  };
}

/**
 * The same for a parser that goes wrong over where the reads of a body end.
 * @param misread the reads as the driver then reads them, together
 */
export const misreadsReads = (
  protocol: "openai" | "google",
  misread: (reads: readonly Uint8Array[]) => string,
): Staged<LLM> => ({
  stage: protocol,
  make(stage, harm) {
    const fetch: FetchLike = async (url, init) => {
      const response = await globalThis.fetch(url, init);
      const reads: Uint8Array[] = [];
      for await (const read of response.body ?? []) reads.push(read);
      const read = changed(Buffer.concat(reads).toString(), () => misread(reads), harm);
      return new Response(read, { status: response.status, headers: response.headers });
    };
    return protocol === "openai"
      ? openAICompatible({ ...stage, preset: "openai", fetch })
      : google({ ...stage, fetch });
  },
});
