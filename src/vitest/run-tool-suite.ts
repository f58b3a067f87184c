import { startToolSuite, type ToolFactory } from "../tools/index.js";
import { declareChecks } from "./declare-checks.js";

/**
 * Declares the suite for a tool alone as vitest tests. Call it at the top of a test file or in a `describe`.
 * @param factory makes the tool, anew for each check, on a service that behaves as the check wants
 * @param options.name what the tests stand under; default `tool`
 */
export function runToolSuite(
  factory: ToolFactory,
  { name = "tool" }: { readonly name?: string | undefined } = {},
): void {
  declareChecks(name, startToolSuite(factory));
}
