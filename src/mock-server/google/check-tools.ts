import { checkSchema } from "./check-schema.js";
import type { Complain } from "./complaints.js";
import type { FunctionDeclaration, GenerateBody, WireTool } from "./generate-body.js";
import { refuse } from "./refusal.js";

/** What each tool declares, without regard to the others. */
export function checkTools(tools: readonly WireTool[], complain: Complain): void {
  tools.forEach((tool, i) => {
    tool.functionDeclarations?.forEach((declared, j) => {
      checkDeclaration(declared, `tools[${i}].function_declarations[${j}]`, complain);
    });
  });
}

const badName =
  "Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.";

function checkDeclaration(declared: FunctionDeclaration, at: string, complain: Complain): void {
  const { name = "", parameters, parametersJsonSchema, response, responseJsonSchema } = declared;
  // https://github.com/cline/cline/issues/7339
  if (!/^[a-zA-Z_][\w.:-]{0,63}$/.test(name)) complain(`${at}.name`, badName);
  if (parameters && parametersJsonSchema)
    complain(`${at}.parameters_json_schema`, "should not be set together with parameters");
  if (response && responseJsonSchema)
    complain(`${at}.response_json_schema`, "should not be set together with response");
  if (parameters) {
    if (parameters.type !== "OBJECT") complain(`${at}.parameters.type`, "should be OBJECT");
    checkSchema(parameters, `${at}.parameters`, complain);
  }
  if (response) checkSchema(response, `${at}.response`, complain);
}

/** The functions of all tools. */
export const declarations = (tools: readonly WireTool[] = []): readonly FunctionDeclaration[] =>
  tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);

/** The names of Google's own tools among these, in camel case. */
export const providerTools = (tools: readonly WireTool[] = []): readonly string[] =>
  tools.flatMap((tool) => Object.keys(tool).filter((name) => name !== "functionDeclarations"));

/**
 * How the tools fit together, and the choice among them.
 * @param generation of the model, where its name tells
 * @throws Refusal
 */
export function checkToolUse({ tools, toolConfig }: GenerateBody, generation: number | undefined): void {
  const names = declarations(tools).map(({ name }) => name);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  // https://github.com/owndev/Open-WebUI-Functions/issues/135
  if (repeated !== undefined) refuse(`Duplicate function declaration found: ${repeated}`);

  if (names.length > 0 && providerTools(tools).length > 0 && generation !== undefined) {
    // https://github.com/snailyp/gemini-balance/pull/17
    if (generation < 3) refuse("Tool use with function calling is unsupported");
    // https://github.com/cloudwego/eino-ext/issues/761
    if (toolConfig?.includeServerSideToolInvocations !== true)
      refuse(
        "Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.",
      );
  }

  const { functionCallingConfig: calling } = toolConfig ?? {};
  if (!calling) return;
  // https://github.com/langchain4j/langchain4j/issues/3579
  if (names.length === 0) refuse("Function calling config is set without function_declarations.");
  const allowed = calling.allowedFunctionNames ?? [];
  // https://github.com/tensorzero/tensorzero/pull/4875
  if (allowed.length > 0 && calling.mode !== "ANY" && calling.mode !== "VALIDATED")
    refuse("Allowed function names can only be set when the function calling mode is ANY or VALIDATED.");
  const undeclared = allowed.find((name) => !names.includes(name));
  if (undeclared !== undefined) refuse(`Allowed function name is not declared: ${undeclared}`);
}
