import { startValidationSuite } from "../validated/index.js";
import { declareChecks } from "./declare-checks.js";

/**
 * Declares as vitest tests what a wrapper that validates is held to, `validated()` or one of your own: malformed answers of
 * every kind, and good ones. Call it at the top of a test file or in a `describe`.
 * @param wrap the wrapper, from driver to driver; put around a driver of the suite's for each answer
 * @param options.name what the tests stand under; default `validation`
 * @throws Error when the wrapper is no function
 */
export function runValidationSuite(
  wrap: Parameters<typeof startValidationSuite>[0],
  { name = "validation" }: { readonly name?: string | undefined } = {},
): void {
  declareChecks(name, startValidationSuite(wrap));
}
