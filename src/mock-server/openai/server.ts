import { randomUUID } from "node:crypto";
import { isObject, LLMError } from "../../contract/index.js";
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
import { jsonReply, type ProviderReply } from "../wire-reply.js";
import { checkChat } from "./check-chat.js";
import { checkEmbeddings, readEmbeddings, writeEmbeddings } from "./embeddings.js";
import { playChat } from "./play.js";
import { readChat } from "./read-chat.js";
import { Refusal, refuse } from "./refusal.js";
import { route } from "./route.js";
import { scriptedFailure } from "./scripted-error.js";

export interface OpenAIServerOptions extends CommonServerOptions {
  /** The one key that is taken. Without it any is, and none. */
  readonly apiKey?: string | undefined;
  /** The models that there are. Without it any name is taken. */
  readonly models?: readonly string[] | undefined;
  /** The length of embeddings where a request names none. Default 8. */
  readonly dimensions?: number | undefined;
  /** The most texts in one embedding request. Default 2,048, as documented. */
  readonly maxEmbeddingBatch?: number | undefined;
  /** Milliseconds after which a client is told to try again, where the scripted error does not say. Default 10. */
  readonly retryDelayMs?: number | undefined;
}

const optionNames: readonly (keyof OpenAIServerOptions)[] = [
  ...commonOptionNames,
  "apiKey",
  "models",
  "dimensions",
  "maxEmbeddingBatch",
  "retryDelayMs",
];

/**
 * A scripted server of OpenAI's API: chat completions, embeddings and models, as strict as the real one. It is written
 * from the published API reference, https://platform.openai.com/docs/api-reference, and takes nothing from any driver.
 * A scripted `error`, `cut` or `stall` that comes next fails an embedding request too.
 * @throws LLMError `LLM_INVALID_CONFIG` for a reply that is none, or a quirk that this wire cannot have
 */
export function createOpenAIServer(options: OpenAIServerOptions = {}): MockServer {
  checkServerOptions(options, optionNames);
  return createMockServer(
    { name: "openai", basePath: "/v1", answer: (request, player) => answer(request, player, options) },
    options,
  );
}

type Understood = { -readonly [K in keyof Omit<Answer, "reply">]: Answer[K] };

function answer(request: ReceivedRequest, player: Player, options: OpenAIServerOptions): Answer {
  const body = parsed(request.body);
  const understood: Understood = { kind: kindOf(request.path, body) };
  const reply = withRequestId(replyOrRefusal());
  return { ...understood, reply };

  function replyOrRefusal(): ProviderReply {
    try {
      return replyTo(request, body, understood, player, options);
    } catch (thrown) {
      if (thrown instanceof Refusal) return thrown.toReply();
      // The script has run out.
      if (thrown instanceof LLMError) return playFailure(scriptedFailure(thrown, options.retryDelayMs));
      throw thrown;
    }
  }
}

function replyTo(
  request: ReceivedRequest,
  body: unknown,
  understood: Understood,
  player: Player,
  options: OpenAIServerOptions,
): ProviderReply {
  const { models, dimensions = 8, maxEmbeddingBatch = 2048, retryDelayMs } = options;
  const endpoint = route(request);
  authorise(request.headers, options.apiKey);

  if (endpoint.name === "models") return listModels(models, endpoint.model);
  if (!isObject(body)) return refuse(notJSON);
  if (endpoint.name === "embeddings") {
    checkEmbeddings(body, maxEmbeddingBatch);
    expectModel(body.model, models);
    understood.embed = readEmbeddings(body);
    const written = writeEmbeddings(understood.embed, dimensions, body.encoding_format === "base64");
    return playOther(written, player.nextFailure(), (error) => scriptedFailure(error, retryDelayMs));
  }
  checkChat(body);
  expectModel(body.model, models);
  understood.turn = readChat(body);
  // The wire does not tell whether a turn is part of a loop. A model that is given tools would use them.
  return playChat(player.next({ ...understood.turn, maxSteps: 2 }), body, retryDelayMs);
}

const notJSON =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)";

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function kindOf(path: string, body: unknown): Answer["kind"] {
  if (path === "/v1/embeddings") return "embed";
  if (path !== "/v1/chat/completions") return "unknown";
  return isObject(body) && body.stream === true ? "stream" : "generate";
}

/** The message of a wrong key never quotes it, as the real one does in part: it would end up in logs. */
function authorise(headers: Headers, apiKey: string | undefined): void {
  if (apiKey === undefined) return;
  const [, key] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const where = "https://platform.openai.com/account/api-keys";
  if (key === undefined)
    throw new Refusal(401, {
      message: `You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY). You can obtain an API key from ${where}.`,
    });
  if (key !== apiKey)
    throw new Refusal(401, {
      message: `Incorrect API key provided: ********. You can find your API key at ${where}.`,
      code: "invalid_api_key",
    });
}

function expectModel(model: string, models: readonly string[] | undefined): void {
  if (models && !models.includes(model))
    throw new Refusal(404, {
      message: `The model \`${model}\` does not exist or you do not have access to it.`,
      code: "model_not_found",
    });
}

/** https://platform.openai.com/docs/api-reference/models */
function listModels(models: readonly string[] | undefined, asked: string | undefined): ProviderReply {
  const describe = (id: string) => ({ id, object: "model", created: 1_700_000_000, owned_by: "touchstone" });
  if (asked === undefined) return jsonReply(200, { object: "list", data: (models ?? ["scripted"]).map(describe) });
  expectModel(asked, models);
  return jsonReply(200, describe(asked));
}

function withRequestId(answered: ProviderReply): ProviderReply {
  if (typeof answered === "string") return answered;
  return { ...answered, headers: { "x-request-id": `req_${randomUUID().replaceAll("-", "")}`, ...answered.headers } };
}
