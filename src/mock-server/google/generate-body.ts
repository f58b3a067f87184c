/** A request that keeps the rules, names in camel case: https://ai.google.dev/api/generate-content */
export interface GenerateBody {
  readonly contents: readonly WireContent[];
  readonly systemInstruction?: WireContent;
  readonly tools?: readonly WireTool[];
  readonly toolConfig?: {
    readonly functionCallingConfig?: { readonly mode?: CallingMode; readonly allowedFunctionNames?: readonly string[] };
    readonly includeServerSideToolInvocations?: boolean;
  };
  readonly generationConfig?: WireConfig;
  readonly cachedContent?: string;
}

export type CallingMode = "MODE_UNSPECIFIED" | "AUTO" | "ANY" | "NONE" | "VALIDATED";

export interface WireContent {
  readonly role?: string;
  readonly parts?: readonly WirePart[];
}

export interface WirePart {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly inlineData?: { readonly mimeType?: string; readonly data?: string; readonly displayName?: string };
  readonly fileData?: { readonly mimeType?: string; readonly fileUri?: string; readonly displayName?: string };
  readonly functionCall?: WireCall;
  readonly functionResponse?: { readonly id?: string; readonly name?: string; readonly response?: object };
  readonly mediaResolution?: { readonly level?: string };
}

export interface WireCall {
  readonly id?: string;
  readonly name?: string;
  readonly args?: object;
}

/** Functions of the caller's, or a tool of Google's under its own name, with its options. */
export interface WireTool {
  readonly functionDeclarations?: readonly FunctionDeclaration[];
  readonly [providerTool: string]: unknown;
}

export interface FunctionDeclaration {
  readonly name?: string;
  readonly description?: string;
  readonly parameters?: WireSchema;
  readonly parametersJsonSchema?: object;
  readonly response?: WireSchema;
  readonly responseJsonSchema?: object;
}

export interface WireSchema {
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly propertyOrdering?: readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, WireSchema>>;
  readonly required?: readonly string[];
  readonly items?: WireSchema;
  readonly anyOf?: readonly WireSchema[];
}

export interface WireConfig {
  readonly candidateCount?: number;
  readonly stopSequences?: readonly string[];
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly seed?: number;
  readonly responseMimeType?: string;
  readonly responseSchema?: WireSchema;
  readonly responseJsonSchema?: object;
  readonly responseLogprobs?: boolean;
  readonly logprobs?: number;
  readonly responseModalities?: readonly string[];
  readonly thinkingConfig?: ThinkingConfig;
  readonly mediaResolution?: string;
  readonly speechConfig?: unknown;
  readonly imageConfig?: unknown;
}

export interface ThinkingConfig {
  readonly includeThoughts?: boolean;
  /** Tokens; 0 is no thinking, -1 as much as the model wants. */
  readonly thinkingBudget?: number;
  readonly thinkingLevel?: "THINKING_LEVEL_UNSPECIFIED" | "MINIMAL" | "LOW" | "MEDIUM" | "HIGH";
}
