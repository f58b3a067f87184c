import { LLMError } from "../../contract/index.js";
import { badResults, badTurn, badTurnRequest } from "../break-driver.js";
import { badResponse } from "../break-llm.js";
import { badExecute } from "../break-tools.js";
import { badBody, type WireBody } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";
import { withoutFields } from "./spoilt-requests.js";

type WireCall = { readonly function: { readonly arguments: string } };

/** Changes each assistant's turn on the wire. */
const badWireTurn = (change: (message: WireBody & { readonly tool_calls: readonly WireCall[] }) => WireBody) =>
  badBody((body) => ({
    ...body,
    messages: (body.messages as WireBody[]).map((message) =>
      message.tool_calls ? change(message as Parameters<typeof change>[0]) : message,
    ),
  }));

/** Changes each tool's description on the wire. */
const badWireTool = (change: (tool: WireBody) => WireBody) =>
  badBody((body) => {
    const tools = body.tools as readonly { readonly function: WireBody }[] | undefined;
    return tools ? { ...body, tools: tools.map((tool) => ({ ...tool, function: change(tool.function) })) } : body;
  });

/** What the model is told of its calls, and with what it is asked again. */
export const toolResultMutants: LLMMutants = {
  "quotes-strings": [
    "ToolResultsAreTold/string-is-told-as-it-is",
    /what the model was told: expected /,
    badResults((results) =>
      results.map((result) =>
        typeof result.output === "string" ? { ...result, output: JSON.stringify(result.output) } : result,
      ),
    ),
  ],
  "tells-values-as-text": [
    "ToolResultsAreTold/value-is-told-as-data",
    /what the model was told \(as JSON\): expected /,
    badResults((results) => results.map((result) => ({ ...result, output: String(result.output) }))),
  ],
  "tells-undefined": [
    "ToolResultsAreTold/nothing-is-told-as-empty",
    /what the model was told: expected .*, got 'undefined'/,
    badExecute(
      (execute) =>
        async (...call) =>
          (await execute(...call)) ?? "undefined",
    ),
  ],
  "takes-nothing-for-a-failure": [
    "ToolResultsAreTold/nothing-is-told-as-empty",
    /what the model was told: expected .*, got 'error: the tool gave nothing'/,
    badExecute((execute) => async (...call) => {
      const output = await execute(...call);
      if (output === undefined) throw new Error("the tool gave nothing");
      return output;
    }),
  ],
  "tells-nothing-of-errors": [
    "ToolResultsAreTold/error-is-told",
    /what the model was told: expected .*, got ''/,
    badResults((results) => results.map((result) => (result.isError ? { ...result, output: "" } : result))),
  ],
  "tells-every-result-as-an-error": [
    "ToolResultsAreTold/success-is-no-error",
    /whether the result is told as an error: expected false, got true/,
    badResults((results) => results.map((result) => ({ ...result, isError: true }))),
  ],
  "tells-the-stack-of-errors": [
    "ToolResultsAreTold/error-is-told",
    /what the model was told, from character 7 on: expected .*, got "Error: no such city/,
    badExecute((execute) => async (...call) => {
      try {
        return await execute(...call);
      } catch (error) {
        throw new Error((error as Error).stack);
      }
    }),
  ],
  "does-not-say-which-tool-is-unknown": [
    "ToolResultsAreTold/unknown-tool-is-told",
    /what the model was told: expected an error that names get_tides, got 'error: unknown tool'/,
    badResults((results) =>
      results.map((result) =>
        String(result.output).includes("no tool named") ? { ...result, output: "error: unknown tool" } : result,
      ),
    ),
  ],
  "ends-at-a-value-that-json-cannot-carry": [
    "ToolResultsAreTold/unsafe-value-fails",
    /got a rejection with LLM_BAD_RESPONSE/,
    badResponse(({ toolCalls }) => {
      if (toolCalls.some(({ output }) => output?.includes("JSON cannot carry")))
        throw new LLMError("LLM_BAD_RESPONSE", "Do not know how to serialize a BigInt");
      return {};
    }),
  ],
  "writes-unsafe-values-somehow": [
    "ToolResultsAreTold/unsafe-value-fails",
    /the call's `outcome` for 10n: expected 'failed', got 'ran'/,
    badExecute((execute) => async (...call) => {
      const output = await execute(...call);
      return typeof output === "bigint" ? String(output) : output;
    }),
  ],
  "resends-arguments-as-an-empty-object": [
    "ToolResultsAreTold/call-is-sent-again",
    /the call sent again: expected /,
    badWireTurn((message) => ({
      ...message,
      tool_calls: message.tool_calls.map((call) => ({ ...call, function: { ...call.function, arguments: "{}" } })),
    })),
  ],
  "drops-the-text-beside-a-call": [
    "ToolResultsAreTold/call-is-sent-again",
    /the text sent again with it: expected .*, got ''/,
    badWireTurn((message) => ({ ...message, content: null })),
  ],
  "sends-tools-with-the-first-step-only": [
    "ToolResultsAreTold/conversation-is-sent-again",
    /`tools` of the second request .*: expected .*, got undefined/,
    badTurnRequest((request, step) => (step > 1 ? withoutFields(request, "tools") : request)),
  ],
  "forgets-the-system-text-after-the-first-step": [
    "ToolResultsAreTold/conversation-is-sent-again",
    /`system` of the second request .*: expected .*, got undefined/,
    badTurnRequest((request, step) => (step > 1 ? withoutFields(request, "system") : request)),
  ],
  "forgets-settings-after-the-first-step": [
    "ToolResultsAreTold/conversation-is-sent-again",
    /`maxTokens` of the second request .*: expected .*, got undefined/,
    badTurnRequest((request, step) => (step > 1 ? withoutFields(request, "maxTokens") : request)),
  ],
  "forgets-the-question-after-the-first-step": [
    "ToolResultsAreTold/conversation-is-sent-again",
    /the question in the second request .*: expected /,
    badTurnRequest((request, step) =>
      step > 1 ? { ...request, messages: request.messages.filter(({ role }) => role !== "user") } : request,
    ),
  ],
  "renames-the-providers-ids": [
    "ToolResultsAreTold/ids-are-kept",
    /the call's `id`: expected 'call_paris', got 'tool_0'/,
    badTurn((turn) => ({
      ...turn,
      toolCalls: turn.toolCalls?.map((call, i) => ({ ...call, id: `tool_${i}` })),
    })),
  ],
  "answers-a-call-under-its-name": [
    "ToolResultsAreTold/ids-are-kept",
    /the id of the result sent: expected .*, got 'get_temperature'/,
    badResults((results) => results.map((result) => ({ ...result, id: result.name }))),
  ],
  "sends-tools-without-parameters": [
    "ToolResultsAreTold/tool-is-described",
    /the `properties` of the tool's input sent: expected /,
    badWireTool((tool) => ({ ...tool, parameters: { type: "object", properties: {} } })),
  ],
  "sends-parameters-without-what-is-required": [
    "ToolResultsAreTold/tool-is-described",
    /the `required` of the tool's input sent: expected .*, got undefined/,
    badWireTool(({ parameters, ...tool }) => {
      const { required: _, ...schema } = parameters as WireBody;
      return { ...tool, parameters: schema };
    }),
  ],
  "sends-tools-without-a-description": [
    "ToolResultsAreTold/tool-is-described",
    /the tool's name and description sent: expected /,
    badWireTool(({ description: _, ...tool }) => tool),
  ],
};
