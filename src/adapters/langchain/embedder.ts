import { type Embedder, type EmbedderDriver, LLMError, unsupported } from "../../contract/index.js";
import { createEmbedder, type EmbedderOptions } from "../../generation/index.js";
import { clientErrorToLLMError } from "../client-error.js";
import type { LangChainEmbeddings } from "./chat-model.js";

/** What `Embeddings` of LangChain do not say of themselves. */
export interface FromLangChainEmbeddingsOptions extends EmbedderOptions {
  /** Default `langchain`. */
  readonly provider?: string | undefined;
  /** Default what the embeddings have as `model`. */
  readonly model?: string | undefined;
  /** What must not stand in an error, such as the key that the model was made with; it keeps that to itself. */
  readonly secrets?: readonly string[] | undefined;
}

/** What a request asks for that belongs to the constructor of embeddings. */
export interface LangChainEmbeddingSettings {
  readonly model?: string;
  readonly dimensions?: number;
  readonly providerOptions?: object;
}

/**
 * `Embeddings` of LangChain as an embedder; see `fromLangChain`. They tell no usage and take no tasks; and no signal, so
 * that a cancelled call is over here while its request goes on.
 * @throws LLMError `EMBED_INVALID_CONFIG` for what are no embeddings
 */
export function fromLangChainEmbeddings(
  source: LangChainEmbeddings | ((settings: LangChainEmbeddingSettings) => LangChainEmbeddings),
  options: FromLangChainEmbeddingsOptions = {},
): Embedder {
  return createEmbedder(langChainEmbedderDriver(source, options), options);
}

/** The driver alone; see `fromLangChainEmbeddings`. */
export function langChainEmbedderDriver(
  source: LangChainEmbeddings | ((settings: LangChainEmbeddingSettings) => LangChainEmbeddings),
  options: Pick<FromLangChainEmbeddingsOptions, "provider" | "model" | "secrets"> = {},
): EmbedderDriver {
  const first = typeof source === "function" ? source({}) : source;
  if (typeof first?.embedDocuments !== "function") {
    throw new LLMError(
      "EMBED_INVALID_CONFIG",
      "expected embeddings of LangChain, such as new OpenAIEmbeddings({ model }), or a function that makes them",
      { provider: "langchain" },
    );
  }
  const { provider = "langchain", model = (first as { readonly model?: string }).model ?? "unknown" } = options;
  return {
    provider,
    model,
    adapts: "langchain",
    capabilities: { task: false, dimensions: typeof source === "function" },
    async embed({ texts, task: _, ...asked }, { signal }) {
      signal.throwIfAborted();
      // What a request leaves out is absent from it, and not undefined.
      const settings = asked as LangChainEmbeddingSettings;
      const [setting] = Object.keys(settings);
      if (typeof source !== "function" && setting !== undefined) throw unsupported(provider, setting, "EMBED");
      try {
        const embeddings = typeof source === "function" ? source(settings) : source;
        return { vectors: await embeddings.embedDocuments([...texts]) };
      } catch (thrown) {
        throw clientErrorToLLMError(
          thrown,
          { provider, model: settings.model ?? model, secrets: options.secrets },
          false,
        );
      }
    },
  };
}
