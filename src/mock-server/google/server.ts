import { LLMError } from "../../contract/index.js";
import type { Player } from "../../memory/index.js";
import {
  type Answer,
  type CommonServerOptions,
  checkServerOptions,
  commonOptionNames,
  createMockServer,
  type MockServer,
  type ReceivedRequest,
} from "../mock-server.js";
import { playFailure, playOther } from "../play-turn.js";
import { jsonReply, type ProviderReply, type WireReply } from "../wire-reply.js";
import { authorise, checkQuery } from "./authorise.js";
import { checkGenerate } from "./check-generate.js";
import { type CountTokensBody, checkCountTokens, readCountTokens, writeCountTokens } from "./count-tokens.js";
import { decode } from "./decode.js";
import {
  type BatchEmbedBody,
  batchEmbedContentsRequest,
  checkBatchEmbed,
  checkEmbed,
  type EmbedBody,
  embedContentRequest,
  readEmbed,
  writeEmbed,
} from "./embeddings.js";
import type { GenerateBody } from "./generate-body.js";
import { countTokensRequest, generateContentRequest } from "./generate-fields.js";
import { expectModel, listModels } from "./models.js";
import { playGenerate } from "./play.js";
import { readGenerate } from "./read-generate.js";
import { errorReply, Refusal } from "./refusal.js";
import { type Endpoint, route } from "./route.js";
import { scriptedFailure } from "./scripted-error.js";
import { createThoughtSignatures, type ThoughtSignatures } from "./thought-signatures.js";

export interface GoogleServerOptions extends CommonServerOptions {
  /** The one key that is taken, in the header `x-goog-api-key` or in the query. Without it any is, and none. */
  readonly apiKey?: string | undefined;
  /** The models that there are. Without it any name is taken. */
  readonly models?: readonly string[] | undefined;
  /** The length of embeddings where a request names none. Default 8. */
  readonly dimensions?: number | undefined;
  /** The most texts in one batch of embeddings. Default 100, as the real one has it. */
  readonly maxEmbeddingBatch?: number | undefined;
  /** Milliseconds after which a client is told to try again, where the scripted error does not say. Default 10. */
  readonly retryDelayMs?: number | undefined;
}

const optionNames: readonly (keyof GoogleServerOptions)[] = [
  ...commonOptionNames,
  "apiKey",
  "models",
  "dimensions",
  "maxEmbeddingBatch",
  "retryDelayMs",
];

/**
 * A scripted server of the Gemini API: content, streamed or not, token counts, embeddings and models, as strict as the
 * real one. It is written from the published API reference, https://ai.google.dev/api, and takes nothing from any driver.
 * What only some generations of models refuse is refused by the model's name. A scripted `error`, `cut` or `stall` that
 * comes next fails an embedding request too.
 * @throws LLMError `LLM_INVALID_CONFIG` for a reply that is none, or a quirk that this wire cannot have
 */
export function createGoogleServer(options: GoogleServerOptions = {}): MockServer {
  checkServerOptions(options, optionNames);
  const signatures = createThoughtSignatures();
  return createMockServer(
    {
      name: "google",
      basePath: "/v1beta",
      answer: (request, player) => answer(request, { player, signatures, options }),
    },
    options,
  );
}

interface Context {
  readonly player: Player;
  readonly signatures: ThoughtSignatures;
  readonly options: GoogleServerOptions;
}

type Understood = { -readonly [K in keyof Omit<Answer, "reply">]: Answer[K] };

function answer(request: ReceivedRequest, context: Context): Answer {
  const endpoint = route(request);
  if (!endpoint) return { kind: "unknown", reply: notFoundPage };
  const understood: Understood = { kind: endpoint.kind };
  const inArray = endpoint.name === "streamGenerateContent" && request.query.get("alt") !== "sse";
  const reply = replyOrRefusal();
  return { ...understood, reply };

  function replyOrRefusal(): ProviderReply {
    try {
      checkQuery(request.query);
      authorise(request, context.options.apiKey);
      return replyTo(endpoint as Endpoint, request.body, inArray, understood, context);
    } catch (thrown) {
      if (thrown instanceof Refusal) return errorReply(thrown.error, inArray);
      // The script has run out.
      if (thrown instanceof LLMError) return playFailure(scriptedFailure(thrown, inArray));
      throw thrown;
    }
  }
}

function replyTo(
  endpoint: Endpoint,
  sent: string,
  inArray: boolean,
  understood: Understood,
  { player, signatures, options }: Context,
): ProviderReply {
  const { models, dimensions = 8, maxEmbeddingBatch = 100, retryDelayMs } = options;
  const { name, model } = endpoint;
  if (name === "models") return listModels(models, model);
  const embed = (requests: readonly EmbedBody[], batch: boolean) => {
    expectModel(model, models, name);
    understood.embed = readEmbed(requests, model);
    const written = writeEmbed(understood.embed, dimensions, batch);
    return playOther(written, player.nextFailure(), (error) => scriptedFailure(error, false, retryDelayMs));
  };

  switch (name) {
    case "embedContent": {
      const body = decode<EmbedBody>(sent, embedContentRequest);
      checkEmbed(body, model);
      return embed([body], false);
    }
    case "batchEmbedContents": {
      const body = decode<BatchEmbedBody>(sent, batchEmbedContentsRequest);
      checkBatchEmbed(body, model, maxEmbeddingBatch);
      return embed(body.requests ?? [], true);
    }
    case "countTokens": {
      const body = decode<CountTokensBody>(sent, countTokensRequest);
      checkCountTokens(body);
      expectModel(model, models, name);
      understood.turn = readCountTokens(body, model);
      return jsonReply(200, writeCountTokens(understood.turn));
    }
    default: {
      const body = checkGenerate(decode<Partial<GenerateBody>>(sent, generateContentRequest), model);
      expectModel(model, models, name);
      signatures.check(body.contents);
      understood.turn = readGenerate(body, model);
      const streamed = name === "streamGenerateContent";
      // The wire does not tell whether a turn is part of a loop. A model that is given tools would use them.
      const played = player.next({ ...understood.turn, maxSteps: 2 });
      return playGenerate(played, { model, streamed, inArray }, signatures, retryDelayMs);
    }
  }
}

/** What Google's front says of a path that is none, or of a wrong HTTP method: a page, and no JSON. */
const notFoundPage: WireReply = {
  status: 404,
  headers: { "content-type": "text/html; charset=UTF-8" },
  pieces: [
    "<!DOCTYPE html>\n<html lang=en>\n<title>Error 404 (Not Found)!!1</title>\n<p><b>404.</b> <ins>That’s an error.</ins>\n<p>The requested URL was not found on this server.\n</html>\n",
  ],
  ending: "complete",
};
