import { expect, test } from "vitest";
import type { Message, Turn } from "../contract/index.js";
import { createLLM } from "./create-llm.js";
import { collect, hello, localTool } from "./testing/helpers.js";
import { scriptedDriver, streamingDriver } from "./testing/scripted-driver.js";

const tools = [localTool("f", () => "x")];
const call = (id?: string) => ({ name: "f", input: {}, ...(id !== undefined && { id }) });

test("an id that the provider sent is returned unchanged", async () => {
  const { toolCalls } = await createLLM(scriptedDriver({ toolCalls: [call("toolu_1/ä")] })).generate({
    ...hello,
    tools,
  });
  expect(toolCalls[0]?.id).toBe("toolu_1/ä");
});

test.each([undefined, ""])("where the provider sends none (%j) one is minted, and pairs on replay", async (id) => {
  const driver = scriptedDriver({ toolCalls: [call(id), call(id)] }, { text: "done" });
  const { toolCalls } = await createLLM(driver).generate({ ...hello, tools, maxSteps: 2 });
  const [a, b] = toolCalls.map((made) => made.id);
  expect(a).toMatch(/^call_/);
  expect(a).not.toBe(b);
  expect(driver.asked[1]?.request.messages.slice(1)).toMatchObject([
    { toolCalls: [{ id: a }, { id: b }] },
    { results: [{ id: a }, { id: b }] },
  ]);
});

test("a provider that repeats itself: in a turn, over steps, and over the conversation", async () => {
  const driver = scriptedDriver(
    { toolCalls: [call("0"), call("0")] },
    { toolCalls: [call("0")] },
    { text: "done" },
    { toolCalls: [call("0")] },
    { text: "again" },
  );
  const llm = createLLM(driver);
  const first = await llm.generate({ ...hello, tools, maxSteps: 5 });
  const history: Message[] = [...hello.messages, ...first.messages, ...hello.messages];
  const second = await llm.generate({ messages: history, tools, maxSteps: 5 });
  const ids = [...first.toolCalls, ...second.toolCalls].map((made) => made.id);
  expect(ids[0]).toBe("0");
  expect(new Set(ids).size).toBe(4);
  expect([...first.toolCalls, ...second.toolCalls].every(({ outcome }) => outcome === "ran")).toBe(true);
});

test("a history from elsewhere that repeats ids over its turns is taken as it is", async () => {
  const turn: Message[] = [
    { role: "assistant", content: "", toolCalls: [{ id: "0", name: "f", input: {} }] },
    { role: "tool", results: [{ id: "0", name: "f", output: "x" }] },
  ];
  const driver = scriptedDriver({ toolCalls: [call("0")] });
  const messages = [...hello.messages, ...turn, ...turn];
  const { toolCalls } = await createLLM(driver).generate({ messages, tools });
  expect(driver.asked[0]?.request.messages).toEqual(messages);
  expect(toolCalls[0]?.id).not.toBe("0");
});

test("an announced call and its result carry the id that the response has, paired by position", async () => {
  const announced = [call(), call("b")];
  const turn: Turn = { text: "", toolCalls: [call("late"), call("b"), call()] };
  let step = 0;
  const driver = streamingDriver(async function* () {
    if (++step === 1) {
      for (const made of announced) yield { type: "tool-call", call: made };
      yield { type: "turn", turn };
    } else yield { type: "turn", turn: { text: "done" } };
  });
  const stream = await createLLM(driver).stream({ ...hello, tools, maxSteps: 2 });
  const events = await collect(stream);
  const idsOf = (type: string) =>
    events.flatMap((event) => ("call" in event && event.type === type ? [event.call.id] : []));
  const ids = (await stream.response()).toolCalls.map((made) => made.id);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
  expect(ids[1]).toBe("b");
  expect(idsOf("tool-call")).toEqual(ids);
  expect(idsOf("tool-result")).toEqual(ids);
});
