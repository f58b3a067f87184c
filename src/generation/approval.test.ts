import { describe, expect, test } from "vitest";
import { type Approve, LLMError, type ToolCall, type Turn } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { hello, localTool } from "./testing/helpers.js";
import { scriptedDriver } from "./testing/scripted-driver.js";

const calling = (...names: string[]): Partial<Turn> => ({
  toolCalls: names.map((name) => ({ id: name, name, input: {} })),
});

/** One loop with a call of `f`: what became of it, and what the model was told. */
async function decide(approve: Approve) {
  const ran: string[] = [];
  const driver = scriptedDriver(calling("f"), { text: "done" });
  const response = await createLLM(driver).generate({
    ...hello,
    tools: [localTool("f", () => void ran.push("f"))],
    approve,
    maxSteps: 2,
  });
  const told = driver.asked[1]?.request.messages.at(-1);
  return { ran, response, call: response.toolCalls[0], told: told?.role === "tool" ? told.results[0] : undefined };
}

test.each([true, Promise.resolve(true)])("only true approves: %s", async (answer) => {
  const { ran, call } = await decide(() => answer);
  expect(ran).toEqual(["f"]);
  expect(call?.outcome).toBe("ran");
});

const throwing = (value: unknown) => () => {
  throw value;
};

describe("everything else refuses, and the generation goes on", () => {
  const plain = "denied: the call was not approved";
  test.each<[string, () => unknown, string]>([
    ["false", () => false, plain],
    ["undefined", () => undefined, plain],
    ["null", () => null, plain],
    ["1", () => 1, plain],
    ["'true'", () => "true", plain],
    ["a Boolean object", () => Object(true), plain],
    ["an empty object", () => ({}), plain],
    ["a reason", () => ({ denied: "not on a Sunday" }), "denied: not on a Sunday"],
    ["a reason, later", async () => ({ denied: "no" }), "denied: no"],
    ["an empty reason", () => ({ denied: "" }), plain],
    ["a reason that is no string", () => ({ denied: true }), plain],
    ["a throw", throwing(new Error("policy is down")), "denied: policy is down"],
    ["a rejection", () => Promise.reject(new Error("later")), "denied: later"],
    ["a throw of a string", throwing("no way"), "denied: no way"],
    [
      "an answer that throws when it is read",
      () => Object.defineProperty({}, "denied", { get: throwing("x") }),
      "denied: x",
    ],
    ["a throw that cannot be read", throwing(Object.create(null)), "denied: unknown failure"],
    ["a function", () => () => true, plain],
  ])("%s", async (_, answer, output) => {
    const { ran, response, call, told } = await decide(answer as Approve);
    expect(ran).toEqual([]);
    expect(call).toMatchObject({ outcome: "denied", output });
    expect(told).toEqual({ id: "f", name: "f", output, isError: true });
    expect(response).toMatchObject({ text: "done", steps: 2 });
  });
});

test("it is asked for each call in call order, one after the other, before any handler runs", async () => {
  const log: string[] = [];
  const approve = async ({ name }: ToolCall) => {
    log.push(`ask ${name}`);
    await new Promise(setImmediate);
    log.push(`answer ${name}`);
    return name !== "b" || { denied: "not b" };
  };
  const tools = ["a", "b", "c"].map((name) => localTool(name, () => void log.push(`run ${name}`)));
  const llm = createLLM(scriptedDriver(calling("a", "b", "c"), { text: "done" }));
  const { toolCalls } = await llm.generate({ ...hello, tools, approve, maxSteps: 2 });
  expect(log).toEqual(["ask a", "answer a", "ask b", "answer b", "ask c", "answer c", "run a", "run c"]);
  expect(toolCalls.map(({ outcome }) => outcome)).toEqual(["ran", "denied", "ran"]);
});

test("it is asked once per call: a retry and a resume repeat neither it nor the handler", async () => {
  const log: string[] = [];
  const driver = scriptedDriver(
    calling("f"),
    new LLMError("LLM_PROVIDER_ERROR", "scripted: busy"),
    new LLMError("LLM_RATE_LIMITED", "scripted: slow", { retryAfterMs: 0 }),
    { text: "done" },
    { text: "and on" },
  );
  const request = {
    tools: [localTool("f", () => void log.push("run"))],
    approve: () => Boolean(log.push("ask")),
    maxSteps: 3,
  };
  const llm = createLLM(driver, { retryDelay: 0 });
  const { messages } = await llm.generate({ ...request, ...hello });
  expect(driver.asked.map(({ context }) => context.step)).toEqual([1, 2, 2, 2]);
  await llm.generate({ ...request, messages: [...hello.messages, ...messages, ...hello.messages] });
  expect(log).toEqual(["ask", "run"]);
});

test("it is not asked about an unknown tool", async () => {
  const asked: string[] = [];
  const approve = ({ name }: ToolCall) => Boolean(asked.push(name));
  const tools = [localTool("f", () => "x")];
  await createLLM(scriptedDriver(calling("ghost", "f"), {})).generate({ ...hello, tools, approve, maxSteps: 2 });
  expect(asked).toEqual(["f"]);
});
