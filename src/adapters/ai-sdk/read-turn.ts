import { isObject, LLMError, type Turn, type TurnEvent } from "../../contract/index.js";
import { createTurnCollector, refuseWarnings } from "./turn-collector.js";

type Loose = Readonly<Record<string, unknown>>;

/** What `doGenerate` gave, as a turn. @throws LLMError `LLM_BAD_RESPONSE`, `LLM_UNSUPPORTED` */
export function readWhole(result: unknown, provider: string): Turn {
  if (!isObject(result) || !Array.isArray(result.content)) return malformed(provider, "doGenerate() gave no content");
  refuseWarnings(result.warnings, provider);
  const collector = createTurnCollector(provider);
  for (const [i, part] of result.content.entries()) {
    if (!isObject(part)) malformed(provider, `content[${i}] is not an object`);
    else if (part.type === "text" || part.type === "reasoning") {
      if (typeof part.text !== "string") return malformed(provider, `content[${i}].text is not a string`);
      collector.say(part.type, i, part.text);
      collector.remember(part.type, i, part.providerMetadata);
    } else if (part.type === "tool-call") collector.call(part);
    else if (part.type === "source") collector.source(part);
  }
  const response: Loose = isObject(result.response) ? result.response : {};
  collector.model(response.modelId);
  return { ...collector.turn(result), ...(response.body !== undefined && { raw: response.body }) };
}

/**
 * The parts of a stream, as the events of a turn. A stream that ends without `finish` ends without a turn, which
 * createLLM tells as interrupted.
 * @param toError makes an error of what the stream throws, and of what an `error` part holds
 */
export async function* readStream(
  parts: AsyncIterable<unknown>,
  provider: string,
  toError: (thrown: unknown) => unknown,
): AsyncGenerator<TurnEvent> {
  try {
    yield* readParts(parts, provider);
  } catch (thrown) {
    throw toError(thrown);
  }
}

async function* readParts(parts: AsyncIterable<unknown>, provider: string): AsyncGenerator<TurnEvent> {
  const collector = createTurnCollector(provider);
  for await (const part of parts) {
    if (!isObject(part)) return malformed(provider, "a part of the stream is not an object");
    const { type, id } = part;
    switch (type) {
      case "stream-start":
        refuseWarnings(part.warnings, provider);
        break;
      case "response-metadata":
        collector.model(part.modelId);
        break;
      case "text-delta":
      case "reasoning-delta": {
        const kind = type === "text-delta" ? "text" : "reasoning";
        if (typeof part.delta !== "string") return malformed(provider, `a ${type} holds no string`);
        collector.say(kind, id, part.delta);
        collector.remember(kind, id, part.providerMetadata);
        if (part.delta !== "") yield { type: kind, text: part.delta };
        break;
      }
      case "text-start":
      case "text-end":
        collector.remember("text", id, part.providerMetadata);
        break;
      case "reasoning-start":
      case "reasoning-end":
        collector.remember("reasoning", id, part.providerMetadata);
        break;
      case "tool-call": {
        const call = collector.call(part);
        if (call) yield { type: "tool-call", call };
        break;
      }
      case "source":
        collector.source(part);
        break;
      case "error":
        throw part.error;
      case "finish":
        yield { type: "turn", turn: collector.turn(part) };
        return;
    }
  }
}

function malformed(provider: string, what: string): never {
  throw new LLMError("LLM_BAD_RESPONSE", `${provider}: the model gave something malformed: ${what}`, { provider });
}
