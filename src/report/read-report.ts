import { readFileSync } from "node:fs";
import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { isObject, pointerTokens } from "../contract/index.js";
import { refuseCredentials } from "./refuse-credentials.js";
import type { RunReport } from "./run-report.js";
import { oneLine, shortened } from "./visible-text.js";

/** What was read is no report that this kit can show. The message is one line that says why. */
export class UnreadableReport extends Error {
  override readonly name = "UnreadableReport";
}

/**
 * Reads a report that was written as JSON.
 * @param source its text, or what `JSON.parse` gave of it
 * @throws UnreadableReport when it is not JSON, was written for another version, does not fit the schema, or holds
 * credentials
 */
export function readReport(source: string | object): RunReport {
  const value = typeof source === "string" ? parse(source) : source;
  if (!isObject(value) || !("schemaVersion" in value)) throw new UnreadableReport("it is JSON, but no report of a run");
  if (value.schemaVersion !== 1) {
    const version = shortened(oneLine(JSON.stringify(value.schemaVersion) ?? "undefined"), 20);
    throw new UnreadableReport(`its schemaVersion is ${version}, and this version of the kit reads 1`);
  }
  const { valid, errors } = validator().validate(value);
  if (!valid) throw new UnreadableReport(shortened(oneLine(describe(errors)), 300));
  const report = value as unknown as RunReport;
  try {
    refuseCredentials(report);
  } catch (error) {
    throw new UnreadableReport(oneLine((error as Error).message));
  }
  return report;
}

function parse(text: string): unknown {
  try {
    // Editors on Windows begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new UnreadableReport(text.trim() === "" ? "it is empty" : "it is not JSON");
  }
}

let made: Validator | undefined;

/** The schema stands beside the sources and in the package, two folders above this file. */
function validator(): Validator {
  const text = () => readFileSync(new URL("../../schemas/report.schema.json", import.meta.url), "utf8");
  made ??= new Validator(JSON.parse(text()) as Schema, "2020-12", true);
  return made;
}

/** Keywords that only say that something beneath them failed. */
const wrappers = new Set(["properties", "items", "$ref", "additionalProperties"]);

function describe(errors: readonly OutputUnit[]): string {
  const error = errors.find(({ keyword }) => !wrappers.has(keyword)) ?? errors[0];
  if (!error) return "it does not fit the schema of reports";
  const place = pathOf(error.instanceLocation);
  switch (error.keyword) {
    case "required": {
      const missing = /property "([^"]*)"/.exec(error.error)?.[1] ?? "a field";
      return `${place ? `${place}.` : ""}${missing} is missing`;
    }
    case "false":
      return `${place} is no field of a report`;
    default:
      return `${place}: ${error.error}`;
  }
}

/** `#/subjects/0/name` as `subjects[0].name`. */
function pathOf(location: string): string {
  return pointerTokens(location)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join("")
    .replace(/^\./, "");
}
