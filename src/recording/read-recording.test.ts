import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isLLMError } from "../contract/index.js";
import { readRecording, readRecordings } from "./read-recording.js";
import { storedBody } from "./recording-file.js";
import { temporaryFolder } from "./testing/record.js";

const file = {
  ...{ schemaVersion: 1, protocol: "openai", basePath: "/v1", startedAt: "2026-01-01T00:00:00.000Z" },
  request: { kind: "stream", method: "POST", path: "/v1/chat/completions", headers: {}, json: { a: 1 } },
  reply: {
    ...{ status: 200, headers: { "content-type": "text/event-stream" }, at: 5 },
    reads: [
      { at: 6, text: "data: é" },
      { at: 9, base64: "/w==" },
    ],
    ending: "left",
  },
};

function written(content: unknown, name = "0001-stream.json"): string {
  const path = `${temporaryFolder()}/${name}`;
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(isLLMError(error) && error.code).toBe("LLM_INVALID_CONFIG");
    return String((error as Error).message);
  }
  throw new Error("it was read");
}

it("reads a file as an exchange, with its times", () => {
  expect(readRecording(written(file))).toEqual({
    ...{ file: "0001-stream.json", protocol: "openai", basePath: "/v1", startedAt: "2026-01-01T00:00:00.000Z" },
    request: { kind: "stream", method: "POST", path: "/v1/chat/completions", headers: {}, body: '{"a":1}' },
    reply: {
      ...{ status: 200, headers: { "content-type": "text/event-stream" } },
      reads: [Buffer.from("data: é"), Buffer.from([0xff])],
      ending: "stall",
    },
    at: { headers: 5, reads: [6, 9] },
  });
});

describe("a body is kept", () => {
  it.each([
    ["as JSON", '{ "a": "\\u00e9", "b": [1, 2.5, null] }', { json: { a: "é", b: [1, 2.5, null] } }],
    ["as text where JSON would lose a number", '{"a":1.0}', { text: '{"a":1.0}' }],
    ["as text where JSON would lose a field", '{"a":1,"a":2}', { text: '{"a":1,"a":2}' }],
    ["as text where it is no JSON", "a=1", { text: "a=1" }],
    ["not at all where it is empty", "", {}],
  ])("%s", (_, body, stored) => {
    expect(storedBody(Buffer.from(body))).toEqual(stored);
    const { json: __, ...request } = file.request;
    const read = readRecording(written({ ...file, request: { ...request, ...stored } })).request.body;
    expect("json" in stored ? JSON.parse(read) : read).toEqual("json" in stored ? JSON.parse(body) : body);
  });

  it("as bytes where it is no text", () => {
    expect(storedBody(Buffer.from([0xff, 0xc3]))).toEqual({ base64: "/8M=" });
  });
});

describe("a file that is no recording is refused with what is wrong:", () => {
  const changed = (part: "request" | "reply", change: object) => ({ ...file, [part]: { ...file[part], ...change } });
  it.each<[string, unknown, string]>([
    ["no JSON", "{", "is no JSON"],
    ["no object", "[]", "must be an object"],
    ["another version", { ...file, schemaVersion: 2 }, "schemaVersion is 2, not 1"],
    ["no version", { ...file, schemaVersion: undefined }, "schemaVersion is undefined, not 1"],
    ["another protocol", { ...file, protocol: "smtp" }, "protocol must be openai or google"],
    ["no base path", { ...file, basePath: 1 }, "basePath must be a path"],
    ["no time", { ...file, startedAt: undefined }, "startedAt must be a time"],
    ["no request", { ...file, request: undefined }, "request.kind must be one of generate"],
    ["no method", changed("request", { method: 1 }), "request.method must be a text"],
    ["no path", changed("request", { path: null }), "request.path must be a text"],
    ["odd headers", changed("request", { headers: { a: 1 } }), "request.headers must be an object of texts"],
    ["an odd body", changed("request", { text: 1 }), "request.text must be a text"],
    ["odd bytes", changed("request", { base64: 1 }), "request.base64 must be a text"],
    ["no status", changed("reply", { status: 99 }), "reply.status must be an HTTP status"],
    ["odd reply headers", changed("reply", { headers: [] }), "reply.headers must be an object of texts"],
    ["no time of the headers", changed("reply", { at: -1 }), "reply.at must be milliseconds"],
    ["odd reads", changed("reply", { reads: [{ at: 1 }] }), "reply.reads must be a list"],
    ["reads without time", changed("reply", { reads: [{ text: "" }] }), "reply.reads must be a list"],
    ["another ending", changed("reply", { ending: "stall" }), "reply.ending must be complete, cut or left"],
  ])("%s", (_, content, said) => {
    const path = written(content);
    const message = refusal(() => readRecording(path));
    expect(message).toContain(path);
    expect(message).toContain(said);
  });

  it("not there", () => {
    expect(refusal(() => readRecording("/nowhere/0001-stream.json"))).toContain("it is not there");
    expect(refusal(() => readRecordings("/nowhere"))).toContain("it is not there");
    expect(refusal(() => readRecordings(temporaryFolder()))).toContain("holds no recording");
  });
});

it("reads a folder in the order of its numbers, and nothing else in it", () => {
  const folder = temporaryFolder();
  for (const name of ["10000-embed.json", "0002-stream.json", "0010-generate.json"])
    writeFileSync(`${folder}/${name}`, JSON.stringify(file));
  for (const name of [".0003-stream.json.part", "notes.json", "0004-stream.txt"])
    writeFileSync(`${folder}/${name}`, "");
  expect(readRecordings(folder).map((recording) => recording.file)).toEqual([
    "0002-stream.json",
    "0010-generate.json",
    "10000-embed.json",
  ]);
});
