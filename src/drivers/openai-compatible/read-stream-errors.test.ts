import { describe, expect, test } from "vitest";
import { readReply } from "../read-reply.js";
import { anyone, delta, joined, readWire, sse, turnIn } from "../testing/read-wire.js";
import { bytesOf } from "../testing/splits.js";
import { createAnswer } from "./answer.js";

const because = (message: string) => ({ code: "LLM_PROVIDER_ERROR", message: expect.stringContaining(message) });

describe("errors inside a stream", () => {
  test.each<[string, (object | string)[], object]>([
    [
      "an error object",
      [{ error: { message: "queue full", type: "overloaded", code: 429 } }],
      { code: "LLM_RATE_LIMITED", status: 429 },
    ],
    [
      "an error without a status",
      [{ error: { message: "boom", type: "server_error" } }],
      { code: "LLM_PROVIDER_ERROR", status: 502 },
    ],
    ["a string", [{ error: "boom" }], { code: "LLM_PROVIDER_ERROR", status: 502 }],
    [
      "an error beside choices",
      [{ ...delta({ content: "" }, "error"), error: { code: 502, message: "provider disconnected" } }],
      { code: "LLM_PROVIDER_ERROR", status: 502 },
    ],
    ["the label alone", [delta({}, "error")], { code: "LLM_PROVIDER_ERROR", status: 502 }],
    [
      "an error in the choice",
      [{ choices: [{ index: 0, delta: {}, error: { code: 503, message: "away" } }] }],
      { code: "LLM_PROVIDER_ERROR", status: 503 },
    ],
    [
      "an object that calls itself one",
      [{ object: "error", message: "boom", code: 500 }],
      { code: "LLM_PROVIDER_ERROR", status: 500 },
    ],
    ["a bare message", [{ message: "boom" }], { code: "LLM_PROVIDER_ERROR", status: 502 }],
    ["a bare detail", [{ detail: "boom" }], { code: "LLM_PROVIDER_ERROR", status: 502 }],
    ["a number", [{ error: 503 }], { code: "LLM_PROVIDER_ERROR", status: 503 }],
    ["a flag", [{ error: true }], { code: "LLM_PROVIDER_ERROR", status: 502 }],
    ["a flag beside a message", [{ error: true, message: "busy", choices: [] }], because("busy")],
    ["a status in words", [{ status: "error", message: "busy", choices: [] }], because("busy")],
    ["a code", [{ code: 500, msg: "busy" }], { ...because("busy"), status: 500 }],
    ["a code that is no status", [{ error_code: 18, error_msg: "busy" }], because("busy")],
    ["errors as text", [{ errors: "busy" }], because("busy")],
    ["errors as an object", [{ errors: { message: "busy" } }], because("busy")],
    ["a message beside usage", [{ message: "overloaded", usage: { prompt_tokens: 1 } }], because("overloaded")],
    ["a base_resp", [{ base_resp: { status_code: 1002, status_msg: "busy" } }], because("busy")],
    [
      "a base_resp beside choices",
      [{ ...delta({}), base_resp: { status_code: 1002, status_msg: "busy" } }],
      because("busy"),
    ],
    ["a fault", [{ fault: { faultstring: "busy", detail: { errorcode: "x" } } }], because("busy")],
    ["a list", [[{ error: { code: 503 } }]], { code: "LLM_PROVIDER_ERROR", status: 503 }],
    ["a lack of success", [{ success: false, msg: "busy" }], because("busy")],
    ["anything that looks like a reason", [{ reason: "busy" }], because("busy")],
    [
      "a context that is too long",
      [{ error: { message: "This model's maximum context length is 8192 tokens", code: 400 } }],
      { code: "LLM_CONTEXT_TOO_LONG", status: 400, retryable: false },
    ],
  ])("%s rejects after what came before it, and in a whole reply", async (_, chunks, expected) => {
    const outcome = await readWire(sse(delta({ content: "a" }), ...chunks));
    expect(outcome.events).toEqual([{ type: "text", text: "a" }]);
    expect(outcome.error).toMatchObject(expected);
    expect(() => readReply(JSON.stringify(chunks[0]), createAnswer(anyone), anyone)).toThrow(
      expect.objectContaining(expected),
    );
  });

  test.each<[string, object]>([
    ["an error object", { error: { message: "away", code: 503 } }],
    ["a label", { label: "error" }],
    ["a flag", { error: true }],
  ])("the text beside %s is told first", async (_, { label, ...error }: { label?: string }) => {
    const chunk = { ...delta({ content: "b", reasoning: "hm" }, label), ...error };
    const outcome = await readWire(sse(delta({ content: "a" }), chunk));
    expect(joined(outcome, "text")).toBe("ab");
    expect(joined(outcome, "reasoning")).toBe("hm");
    expect(outcome.error?.code).toBe("LLM_PROVIDER_ERROR");
    for (const reply of [chunk, { ...error, choices: [{ message: { content: "b" }, finish_reason: label }] }]) {
      expect(joined(await readWire(JSON.stringify(reply)), "text")).toBe("b");
    }
  });

  test("what is wrong beside an error does not hide it", async () => {
    const { error } = await readWire(sse({ choices: [1], error: { message: "away", code: 503 } }));
    expect(error).toMatchObject({ code: "LLM_PROVIDER_ERROR", status: 503 });
  });

  test.each<[string, object]>([
    ["a ping", { type: "ping" }],
    ["a base_resp of success", { base_resp: { status_code: 0, status_msg: "" } }],
    ["a success", { code: 0, msg: "success" }],
    ["a success in words", { status: "completed", message: "ok", choices: [] }],
    ["usage", { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }],
    ["an end in words", { status: "done" }],
    ["a field whose name only sounds so", { defaults: { a: 1 }, preferred: true, transcoded: "x" }],
    ["no error", { error: null, choices: [] }],
    ["an error that is false", { error: false, message: "" }],
  ])("%s is none, and [DONE] ends the answer", async (_, chunk) => {
    expect(turnIn(await readWire(sse(delta({ content: "a" }), chunk))).text).toBe("a");
  });

  test("a note after the finish reason takes nothing from the answer", async () => {
    expect(turnIn(await readWire(sse(delta({ content: "a" }, "stop"), { reason: "limit near" }))).text).toBe("a");
  });

  test("a named event that is no JSON is skipped", async () => {
    const wire = `event: ping\ndata: ping\n\n${sse(delta({ content: "a" }, "stop"))}`;
    expect(turnIn(await readWire(wire)).text).toBe("a");
    expect((await readWire("event: message\ndata: ping\n\n")).error?.code).toBe("LLM_BAD_RESPONSE");
  });

  test("a named event is no less an error", async () => {
    const wire = 'event: error\ndata: {"error":{"message":"Compute error."},"message":"Compute error."}\n\n';
    expect((await readWire(wire)).error?.message).toContain("Compute error.");
    expect((await readWire("event: error\ndata: out of memory\n\n")).error?.message).toContain("out of memory");
  });

  test("an error without framing is found", async () => {
    const { error } = await readWire(
      `data: ${JSON.stringify(delta({ content: "a" }))}\n\n{"error":{"code":503,"message":"overloaded"}}\n`,
    );
    expect(error).toMatchObject({ code: "LLM_PROVIDER_ERROR", status: 503 });
  });

  test("a null error is none", async () => {
    expect(turnIn(await readWire(sse({ ...delta({ content: "a" }, "stop"), error: null }))).text).toBe("a");
  });

  test.each(["not json", "[1,2]", "3", '"text"', '{"choices":[1]}', '{"choices":[{"index":0,"delta":{"content":7}}]}'])(
    "%s is not the protocol",
    async (data) => {
      expect((await readWire(`data: ${data}\n\n`)).error?.code).toBe("LLM_BAD_RESPONSE");
    },
  );

  test("no key is quoted", async () => {
    const { error } = await readWire(sse({ error: { message: "bad key sk-secret-key in Bearer sk-secret-key" } }));
    expect(error?.message).not.toContain("secret");
  });
});

describe("a stream that is none", () => {
  const completion = {
    model: "m2",
    choices: [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: "stop" }],
  };

  test.each([
    ["JSON", JSON.stringify(completion)],
    ["pretty JSON", `\n${JSON.stringify(completion, null, 2)}\n`],
    ["JSON with a sentinel behind it", `${JSON.stringify(completion)}\ndata: [DONE]\n\n`],
  ])("is one turn where it is %s", async (_, wire) => {
    const outcome = await readWire(wire);
    expect(turnIn(outcome)).toEqual({ text: "ok", model: "m2", providerFinishReason: "stop" });
  });

  test("is an error where it holds one", async () => {
    const { error } = await readWire('{"error":{"message":"queue full","code":429}}');
    expect(error?.code).toBe("LLM_RATE_LIMITED");
  });

  test("is a bad response where it is a page", async () => {
    const { error } = await readWire("<!doctype html><html><head><title>Sign in</title></head></html>");
    expect(error).toMatchObject({ code: "LLM_BAD_RESPONSE", status: 502 });
    expect(error?.message).not.toContain("<");
  });

  test("is a bad response where it is cut JSON", async () => {
    expect((await readWire(bytesOf(JSON.stringify(completion)).subarray(0, 40))).error?.code).toBe("LLM_BAD_RESPONSE");
  });
});
