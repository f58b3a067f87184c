import { Validator } from "@cfworker/json-schema";
import { isLocalTool, type JSONSchema, LLMError, type ToolResult } from "../../contract/index.js";
import { badResults, badTurn, badTurnRequest } from "../break-driver.js";
import { badRejection, badRequest, badResponse } from "../break-llm.js";
import { badExecute, badTools } from "../break-tools.js";
import { badBody } from "../break-wire.js";
import type { LLMMutants } from "../mutant.js";
import { without, withoutFields } from "./spoilt-requests.js";

type Properties = Readonly<Record<string, { readonly type?: string; readonly enum?: unknown }>>;

/** Checks inputs against another schema than the tool's. */
const badCheck = (change: (properties: Properties) => object) =>
  badTools((tool) =>
    isLocalTool(tool)
      ? {
          inputSchema: {
            ...tool.inputSchema,
            properties: change((tool.inputSchema as { properties: Properties }).properties),
          },
        }
      : {},
  );

const withOutputs = (results: readonly ToolResult[], outputs: readonly unknown[]) =>
  results.map((result, i) => ({ ...result, output: outputs[i] }));

/** How inputs are checked, calls are run together, and choices are kept. */
export const toolCallMutants: LLMMutants = {
  "knows-flat-schemas-only": [
    "ToolInputIsChecked/fitting-input-runs",
    /what the handler got: expected .*, got \[\]/,
    badCheck((properties) => Object.fromEntries(Object.entries(properties).filter(([, { type }]) => type !== "array"))),
  ],
  "checks-the-top-level-only": [
    "ToolInputIsChecked/misfit-never-runs",
    /what the handler got: expected .*, got .*cents: 0\.5/,
    badCheck((properties) =>
      Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, value.type === "array" ? { type: "array" } : value]),
      ),
    ),
  ],
  "checks-types-and-no-enums": [
    "ToolInputIsChecked/misfit-never-runs",
    /what the handler got: expected .*, got .*bribe/,
    badCheck((properties) =>
      Object.fromEntries(Object.entries(properties).map(([name, { enum: _, ...value }]) => [name, value])),
    ),
  ],
  "does-not-say-what-does-not-fit": [
    "ToolInputIsChecked/model-learns-the-field",
    /of a misfit of the field amount: expected .*, got 'error: invalid input'/,
    badResults((results) =>
      results.map((result) => (result.isError ? { ...result, output: "error: invalid input" } : result)),
    ),
  ],
  "asks-before-it-checks": [
    "ToolInputIsChecked/checked-before-approval",
    /what the policy was asked to approve, at `\[0\]`/,
    badTools((tool) =>
      isLocalTool(tool)
        ? {
            inputSchema: { type: "object" },
            execute: async (...[input, context]: Parameters<NonNullable<typeof tool.execute>>) => {
              if (!fits(tool.inputSchema, input)) throw new Error("the input does not fit");
              return tool.execute?.(input, context);
            },
          }
        : {},
    ),
  ],
  "closes-the-brackets-of-broken-arguments": [
    "ToolInputIsChecked/broken-arguments-are-not-asked",
    /what was asked for approval, or run: expected /,
    badTurn((turn) => ({
      ...turn,
      toolCalls: turn.toolCalls?.map(({ invalidInput, ...call }) => {
        if (invalidInput === undefined) return call;
        try {
          return { ...call, input: JSON.parse(`${invalidInput}}`) };
        } catch {
          return { ...call, invalidInput };
        }
      }),
    })),
  ],
  "asks-for-input-where-there-is-none": [
    "ToolInputIsChecked/tool-without-input-runs",
    /what the handler of a tool with the schema .* got: expected \[ \{\} \], got \[\]/,
    badTools((tool) =>
      "inputSchema" in tool && !("properties" in tool.inputSchema)
        ? { inputSchema: { type: "object", properties: { input: {} }, required: ["input"] } }
        : {},
    ),
  ],
  "takes-any-call-for-the-forced-one": [
    "ToolChoiceIsHonoured/another-tool-is-an-error",
    /expected a rejection with LLM_BAD_RESPONSE, got a response/,
    badRejection(
      (error, llm, [{ toolChoice: _, ...request }]) => {
        if (request.tools?.length === 2) return llm.generate(request);
        throw error;
      },
      ({ code }) => code === "LLM_BAD_RESPONSE",
    ),
  ],
  "hands-over-input-as-it-came": [
    "ToolInputIsChecked/validator-has-the-last-word",
    /what the handler got: expected .*amount: 10/,
    badTools(() => ({ inputValidator: undefined })),
  ],
  "fails-a-turn-for-one-of-its-calls": [
    "ToolInputIsChecked/other-calls-still-run",
    /what the handler got: expected .*, got \[\]/,
    badTurn((turn) => ({
      ...turn,
      toolCalls: turn.toolCalls?.map((call, _, all) =>
        all.every(({ name, input }) => name !== "transfer" || Object.hasOwn(input as object, "amount"))
          ? call
          : { ...call, input: {}, invalidInput: "{" },
      ),
    })),
  ],

  "runs-calls-one-after-the-other": [
    "ToolCallsRunTogether/all-at-once",
    /each waiting for the others to begin, did not end/,
    badExecute((execute) => {
      let last: Promise<unknown> = Promise.resolve();
      return (...call) => {
        const run = last.then(() => execute(...call));
        last = run.catch(() => {});
        return run;
      };
    }),
  ],
  "runs-the-first-call-for-all": [
    "ToolCallsRunTogether/each-runs-once",
    /the cities that the handler was asked for: expected .*, got \[ 'Paris', 'Paris', 'Paris' \]/,
    badExecute((execute) => {
      let first: unknown;
      return (input, context) => {
        first ??= input;
        return execute(first, context);
      };
    }),
  ],
  "sends-results-as-they-end": [
    "ToolCallsRunTogether/results-go-back-in-order",
    /the results in the next request: expected /,
    badResults((results) => results.toReversed()),
  ],
  "swaps-results": [
    "ToolCallsRunTogether/results-go-back-in-order",
    /the results in the next request: expected /,
    badResults((results) => withOutputs(results, results.map(({ output }) => output).toReversed())),
  ],
  "fails-all-results-for-one": [
    "ToolCallsRunTogether/one-failure-is-its-own",
    /the results in the next request: expected /,
    badResults((results) => {
      const failed = results.find(({ isError }) => isError);
      return failed
        ? withOutputs(
            results,
            results.map(() => failed.output),
          )
        : results;
    }),
  ],
  "records-outputs-as-they-end": [
    "ToolCallsRunTogether/record-keeps-the-order",
    /`toolCalls`.*: expected /,
    badResponse(({ toolCalls }) => {
      const outputs = toolCalls.map(({ output }) => output).toReversed();
      return { toolCalls: toolCalls.map((call, i) => ({ ...call, output: outputs[i] })) };
    }),
  ],
  "records-every-call-under-one-id": [
    "ToolCallsRunTogether/record-keeps-the-order",
    /the number of different ids of 3 calls: expected 3, got 1/,
    badResponse(({ toolCalls }) => ({ toolCalls: toolCalls.map((call) => ({ ...call, id: "call_0" })) })),
  ],

  "drops-the-tool-choice": [
    "ToolChoiceIsHonoured/choice-is-sent",
    /the tool choice sent: expected 'none', got 'auto'/,
    badTurnRequest((request) => withoutFields(request, "toolChoice")),
  ],
  "sends-auto-for-required": [
    "ToolChoiceIsHonoured/choice-is-sent",
    /the tool choice sent: expected 'required', got 'auto'/,
    badBody((body) => (body.tool_choice === "required" ? { ...body, tool_choice: "auto" } : body)),
  ],
  "forces-any-tool-for-the-named-one": [
    "ToolChoiceIsHonoured/choice-is-sent",
    /the tool choice sent: expected \{ tool: 'get_temperature' \}, got 'required'/,
    badTurnRequest((request) =>
      typeof request.toolChoice === "object" ? { ...request, toolChoice: "required" } : request,
    ),
  ],
  "forces-a-call-in-every-step": [
    "ToolChoiceIsHonoured/force-is-for-the-first-step",
    /the tool choice sent with the second turn: expected .*, got 'required'/,
    badTurnRequest((request, step) => (step > 1 ? { ...request, toolChoice: "required" } : request)),
  ],
  "runs-what-was-forbidden": [
    "ToolChoiceIsHonoured/none-is-for-all-steps",
    /handler ran: expected 0, got 1/,
    badRequest((request) => (request.toolChoice === "none" ? { ...request, toolChoice: "auto" } : request)),
  ],
  "shrugs-when-a-forced-call-does-not-come": [
    "ToolChoiceIsHonoured/ignored-force-is-an-error",
    /expected a rejection with LLM_BAD_RESPONSE, got (?!one with)/,
    badRequest(without("toolChoice")),
  ],
  "takes-a-cut-turn-for-disobedience": [
    "ToolChoiceIsHonoured/cut-turn-is-no-disobedience",
    /got a rejection with LLM_BAD_RESPONSE/,
    badResponse(({ toolCalls }, { toolChoice }) => {
      if (toolChoice === "required" && toolCalls.length === 0) throw new LLMError("LLM_BAD_RESPONSE", "no call came");
      return {};
    }),
  ],
};

function fits(schema: JSONSchema, input: unknown): boolean {
  return new Validator(schema, "2020-12").validate(input).valid;
}
