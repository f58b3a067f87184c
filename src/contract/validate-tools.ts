import { copyJSON } from "./copy-json.js";
import { isObject, type Loose, type Refuse, refuseUnknown } from "./refuse.js";
import type { Tool } from "./tools.js";

/** Checks the tools and copies them: schemas and options are new, functions are shared. */
export function validateTools(tools: unknown, maxSteps: unknown, refuse: Refuse): Tool[] {
  if (!Array.isArray(tools)) return refuse("tools", "must be a list of tools", "LLM_INVALID_TOOL");
  const names = new Set<string>();
  return Array.from(tools, (tool: unknown, i) => {
    const place = `tools[${i}]`;
    const bad = (at: string, message: string): never => refuse(at, message, "LLM_INVALID_TOOL");
    if (!isObject(tool)) return bad(place, "must be an object");
    if (isObject(tool.function)) {
      bad(place, "has the form of OpenAI's API; here name, description and inputSchema stand in the tool itself");
    }
    if (typeof tool.name !== "string" || tool.name.trim() === "")
      return bad(`${place}.name`, "must be a string that is not empty");
    if (names.has(tool.name)) bad(`${place}.name`, `"${tool.name}" is the name of another tool too`);
    names.add(tool.name);
    return tool.providerType === undefined
      ? local(tool, place, maxSteps, refuse, bad)
      : provided(tool, place, refuse, bad);
  });
}

type Bad = (at: string, message: string) => never;

const jsonUnsafe = (refuse: Refuse) => (place: string, what: string) => refuse(place, `JSON cannot carry ${what}`);

function local(tool: Loose, place: string, maxSteps: unknown, refuse: Refuse, bad: Bad): Tool {
  const fields = ["name", "description", "inputSchema", "inputValidator", "execute", "providerType"];
  refuseUnknown(tool, fields, place, refuse, "LLM_INVALID_TOOL");
  if (tool.description !== undefined && typeof tool.description !== "string")
    bad(`${place}.description`, "must be a string");
  if (!isObject(tool.inputSchema)) bad(`${place}.inputSchema`, "must be a JSON Schema object");
  if (tool.execute !== undefined && typeof tool.execute !== "function") bad(`${place}.execute`, "must be a function");
  if (tool.execute === undefined && typeof maxSteps === "number" && maxSteps > 1) {
    bad(`${place}.execute`, `is missing; with maxSteps over 1, "${tool.name}" would be called`);
  }
  return {
    name: (tool.name as string).toWellFormed(),
    ...(tool.description !== undefined && { description: (tool.description as string).toWellFormed() }),
    inputSchema: copyJSON(tool.inputSchema, `${place}.inputSchema`, jsonUnsafe(refuse)),
    ...(tool.inputValidator !== undefined && { inputValidator: tool.inputValidator }),
    // Bound, so that a tool may be an object with state.
    ...(typeof tool.execute === "function" && { execute: tool.execute.bind(tool) }),
  } as Tool;
}

function provided(tool: Loose, place: string, refuse: Refuse, bad: Bad): Tool {
  refuseUnknown(tool, ["name", "providerType", "options", "execute"], place, refuse, "LLM_INVALID_TOOL");
  if (typeof tool.providerType !== "string" || tool.providerType === "")
    bad(`${place}.providerType`, "must be a string that is not empty");
  if (tool.execute !== undefined)
    bad(`${place}.execute`, "is not for a provider-defined tool, which the provider runs");
  if (tool.options !== undefined && !isObject(tool.options)) bad(`${place}.options`, "must be an object");
  return {
    name: (tool.name as string).toWellFormed(),
    providerType: (tool.providerType as string).toWellFormed(),
    ...(tool.options !== undefined && { options: copyJSON(tool.options, `${place}.options`, jsonUnsafe(refuse)) }),
  } as Tool;
}
