import { anything, bytes, flag, float, int32, listOf, message, oneOf, struct, text } from "./fields.js";

const inlineData = message("Blob", () => ({ mimeType: text, data: bytes, displayName: text }));
const fileData = message("FileData", () => ({ mimeType: text, fileUri: text, displayName: text }));

const functionCall = message("FunctionCall", () => ({ id: text, name: text, args: struct }));

const functionResponse = message("FunctionResponse", () => ({
  id: text,
  name: text,
  response: struct,
  parts: listOf(message("FunctionResponsePart", () => ({ inlineData, fileData }))),
  scheduling: oneOf("FunctionResponse.Scheduling", "SCHEDULING_UNSPECIFIED", "SILENT", "WHEN_IDLE", "INTERRUPT"),
  willContinue: flag,
}));

/** What a part is; it is one of them. */
export const partKinds = [
  ...["text", "inlineData", "fileData", "functionCall", "functionResponse"],
  ...["executableCode", "codeExecutionResult", "toolCall", "toolResponse"],
] as const;

const part = message(
  "Part",
  () => ({
    text,
    inlineData,
    fileData,
    functionCall,
    functionResponse,
    executableCode: message("ExecutableCode", () => ({ id: text, language: text, code: text })),
    codeExecutionResult: message("CodeExecutionResult", () => ({ id: text, outcome: text, output: text })),
    toolCall: struct,
    toolResponse: struct,
    thought: flag,
    thoughtSignature: bytes,
    partMetadata: struct,
    videoMetadata: message("VideoMetadata", () => ({ startOffset: text, endOffset: text, fps: float })),
    mediaResolution: message("MediaResolution", () => ({
      level: oneOf(
        "MediaResolution.Level",
        "MEDIA_RESOLUTION_UNSPECIFIED",
        "MEDIA_RESOLUTION_LOW",
        "MEDIA_RESOLUTION_MEDIUM",
        "MEDIA_RESOLUTION_HIGH",
        "MEDIA_RESOLUTION_ULTRA_HIGH",
      ),
      numTokens: int32,
    })),
    mediaProcessing: anything,
    speechMetadata: anything,
  }),
  { name: "data", of: partKinds },
);

/** https://ai.google.dev/api/caching#Content */
export const content = message("Content", () => ({ role: text, parts: listOf(part) }));
