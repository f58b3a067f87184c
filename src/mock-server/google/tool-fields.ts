import { anything, flag, float, int32, int64, listOf, mapOf, message, oneOf, struct, text } from "./fields.js";

/** https://ai.google.dev/api/caching#Schema: a subset of OpenAPI 3.0, by no means JSON Schema. */
export const schema = message("Schema", () => ({
  type: oneOf("Type", "TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"),
  format: text,
  title: text,
  description: text,
  nullable: flag,
  enum: listOf(text),
  maxItems: int64,
  minItems: int64,
  properties: mapOf(schema),
  required: listOf(text),
  minProperties: int64,
  maxProperties: int64,
  minLength: int64,
  maxLength: int64,
  pattern: text,
  example: anything,
  anyOf: listOf(schema),
  propertyOrdering: listOf(text),
  default: anything,
  items: schema,
  minimum: float,
  maximum: float,
}));

const functionDeclaration = message("FunctionDeclaration", () => ({
  name: text,
  description: text,
  behavior: oneOf("FunctionDeclaration.Behavior", "UNSPECIFIED", "BLOCKING", "NON_BLOCKING"),
  parameters: schema,
  parametersJsonSchema: struct,
  response: schema,
  responseJsonSchema: struct,
}));

/** https://ai.google.dev/api/caching#Tool: functions of the caller's, and tools that Google runs. */
export const tool = message("Tool", () => ({
  functionDeclarations: listOf(functionDeclaration),
  googleSearch: message("GoogleSearch", () => ({
    timeRangeFilter: message("Interval", () => ({ startTime: text, endTime: text })),
    searchTypes: struct,
    excludeDomains: listOf(text),
    blockingConfidence: text,
  })),
  googleSearchRetrieval: message("GoogleSearchRetrieval", () => ({
    dynamicRetrievalConfig: message("DynamicRetrievalConfig", () => ({ mode: text, dynamicThreshold: float })),
  })),
  googleMaps: message("GoogleMaps", () => ({ enableWidget: flag })),
  codeExecution: message("CodeExecution", () => ({})),
  urlContext: message("UrlContext", () => ({})),
  fileSearch: message("FileSearch", () => ({
    fileSearchStoreNames: listOf(text),
    metadataFilter: text,
    topK: int32,
  })),
  computerUse: message("ComputerUse", () => ({
    environment: text,
    excludedPredefinedFunctions: listOf(text),
  })),
}));

/** https://ai.google.dev/api/caching#ToolConfig */
export const toolConfig = message("ToolConfig", () => ({
  functionCallingConfig: message("FunctionCallingConfig", () => ({
    mode: oneOf("FunctionCallingConfig.Mode", "MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"),
    allowedFunctionNames: listOf(text),
  })),
  retrievalConfig: message("RetrievalConfig", () => ({
    latLng: message("LatLng", () => ({ latitude: float, longitude: float })),
    languageCode: text,
  })),
  includeServerSideToolInvocations: flag,
}));
