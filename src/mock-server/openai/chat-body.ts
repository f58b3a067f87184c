/** A chat completion request that keeps the rules: https://platform.openai.com/docs/api-reference/chat/create */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly WireMessage[];
  readonly stream?: boolean | null;
  readonly stream_options?: { readonly include_usage?: boolean } | null;
  readonly max_tokens?: number | null;
  readonly max_completion_tokens?: number | null;
  readonly temperature?: number | null;
  readonly top_p?: number | null;
  readonly seed?: number | null;
  readonly stop?: string | readonly string[] | null;
  readonly reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
  readonly response_format?: ResponseFormat;
  readonly tools?: readonly WireTool[];
  readonly tool_choice?: "none" | "auto" | "required" | { readonly function: { readonly name: string } };
  readonly parallel_tool_calls?: boolean;
  readonly web_search_options?: object;
}

export type ResponseFormat =
  | { readonly type: "text" | "json_object" }
  | { readonly type: "json_schema"; readonly json_schema: WireSchema };

export interface WireSchema {
  readonly name: string;
  readonly schema?: object;
  readonly strict?: boolean | null;
}

export interface WireTool {
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: object;
    readonly strict?: boolean | null;
  };
}

export type WireMessage =
  | { readonly role: "system" | "developer" | "user"; readonly content: string | readonly WirePart[] }
  | {
      readonly role: "assistant";
      readonly content?: string | readonly WirePart[] | null;
      readonly reasoning_content?: string | null;
      readonly tool_calls?: readonly WireToolCall[];
    }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string | readonly WirePart[] };

export interface WireToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

export type WirePart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "refusal"; readonly refusal: string }
  | {
      readonly type: "image_url";
      readonly image_url: { readonly url: string; readonly detail?: "low" | "high" | "auto" };
    }
  | { readonly type: "file"; readonly file: { readonly file_data: string; readonly filename?: string } }
  | { readonly type: "input_audio"; readonly input_audio: { readonly data: string; readonly format: "wav" | "mp3" } };
