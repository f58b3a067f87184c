import { createParser } from "eventsource-parser";
import { createUTF8Decoder } from "./decode-utf8.js";

/** One server-sent event. */
export interface SSEEvent {
  /** Its name, where it has one. */
  readonly event?: string | undefined;
  readonly data: string;
  /** The body ended before the blank line that ends an event: it may be half of one. */
  readonly unterminated?: true;
}

/** Turns a body into events. One for each response: it keeps what a read has cut, also within a character. */
export interface SSEDecoder {
  /** @returns the events that these bytes complete */
  push(bytes: Uint8Array): readonly SSEEvent[];
  /** @returns what was pending when the body ended */
  end(): readonly SSEEvent[];
  /** The beginning of what came outside of any field: no stream has it, and plain text has nothing else. */
  stray(): string;
}

/** How much of stray text is kept, in characters: enough for an error message. */
const maxStray = 1000;

/**
 * Accepts every line end, comments anywhere, fields without a space after the colon, and one byte-order mark in front.
 *
 * The standard (https://html.spec.whatwg.org/multipage/server-sent-events.html) discards an event that the end of the
 * body leaves unterminated. Servers send their last one so, and clients keep it, lest a finish reason be lost in silence:
 * https://github.com/openai/openai-node/issues/2725
 */
export function createSSEDecoder(): SSEDecoder {
  const decoder = createUTF8Decoder();
  let events: SSEEvent[] = [];
  let stray = "";
  const unframed = createUnframedReader();
  const parser = createParser({
    onEvent: ({ event, data }) => events.push(event === undefined ? { data } : { event, data }),
    onError: ({ line }) => {
      if (line === undefined) return;
      const object = unframed.add(line);
      if (object !== undefined) events.push({ data: object });
      else if (stray.length < maxStray) stray += `${line.slice(0, maxStray)}\n`;
    },
  });
  const take = () => {
    const taken = events;
    events = [];
    return taken;
  };

  return {
    push(bytes) {
      parser.feed(decoder.push(bytes));
      return take();
    },
    end() {
      parser.feed(decoder.end());
      const complete = take();
      // Ends the line, also after a bare CR, and then the event.
      parser.feed("\n\n");
      return [...complete, ...take().map((event) => ({ ...event, unterminated: true as const }))];
    },
    stray: () => stray,
  };
}

/**
 * Collects an object that a gateway writes into the open stream without any framing, in one line or many:
 * https://github.com/googleapis/js-genai/issues/461
 */
function createUnframedReader(): { add(line: string): string | undefined } {
  let lines = "";
  return {
    /** @returns the object that this line completes */
    add(line) {
      if (lines === "" && !line.startsWith("{")) return undefined;
      lines += `${line}\n`;
      // Far longer than an error: what never becomes an object is not kept.
      if (lines.length > 65_536) lines = "";
      if (!line.endsWith("}") || !isJSON(lines)) return undefined;
      const object = lines.trim();
      lines = "";
      return object;
    },
  };
}

function isJSON(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * What a body is by its first character, whatever its content type says; undefined while there was only white space.
 * Servers answer in JSON where a stream was asked for, and the other way round:
 * https://github.com/decolua/9router/issues/3492
 */
export function sniff(text: string): "json" | "sse" | "markup" | undefined {
  const first = /[^\s\uFEFF]/.exec(text)?.[0];
  if (first === undefined) return undefined;
  if (first === "{" || first === "[") return "json";
  return first === "<" ? "markup" : "sse";
}
