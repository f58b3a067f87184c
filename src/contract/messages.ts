import type { JSONValue } from "./json.js";

/** Plain text. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/**
 * An image or a file, either inline (`data`, base64, with its `mediaType`) or by `url`; never both.
 * All inline attachments of a request together are at most 15 MiB once decoded.
 */
export type AttachmentPart = (InlineBytes | Linked) & {
  readonly type: "image" | "file";
  readonly filename?: string | undefined;
  /** How closely the model should look at an image. `LLM_UNSUPPORTED` where the provider has no such setting. */
  readonly detail?: "low" | "high" | "auto" | undefined;
};

interface InlineBytes {
  /** The bytes, base64. */
  readonly data: string;
  /** For example `image/png`. */
  readonly mediaType: string;
  readonly url?: undefined;
}

interface Linked {
  readonly url: string;
  readonly mediaType?: string | undefined;
  readonly data?: undefined;
}

export type Part = TextPart | AttachmentPart;

/** What a message says: a string, or parts in order. */
export type Content = string | readonly Part[];

export interface UserMessage {
  readonly role: "user";
  readonly content: Content;
}

/** A tool call as it stands in the history. */
export interface MessageToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JSONValue;
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: Content;
  readonly reasoning?: string | undefined;
  readonly toolCalls?: readonly MessageToolCall[] | undefined;
  /**
   * What the provider wants back unchanged on replay (thought signatures, for example). Opaque to everybody but the
   * driver that wrote it, and JSON-safe. By convention an object with one key, the driver's provider name, so that a
   * history can move between providers.
   */
  readonly providerState?: unknown | undefined;
}

export interface ToolResult {
  /** The id of the call that this answers. */
  readonly id: string;
  /** The tool's name. */
  readonly name: string;
  /** What the tool gave, JSON-safe: a string is told to the model as it is, any other value as JSON. */
  readonly output: unknown;
  readonly isError?: boolean | undefined;
}

/** Results of the calls of the assistant message before it. Several such messages in a row count as one. */
export interface ToolMessage {
  readonly role: "tool";
  readonly results: readonly ToolResult[];
}

/** One turn of a conversation. Survives `JSON.stringify` and back. */
export type Message = UserMessage | AssistantMessage | ToolMessage;
