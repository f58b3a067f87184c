import type { LLMock } from "@copilotkit/aimock";
import { expect } from "vitest";
import type { Capability, LLMRequest } from "../../contract/index.js";
import type { SuiteReport } from "../../suite/index.js";
import { cityAnswer, cityRequest, temperatureCall, temperatureRequest } from "../../suite/prompts.js";

// What stands for a real provider, where the suite is played on the live stage.

export const promptOf = ({ messages }: LLMRequest): string => {
  const content = messages[0]?.role === "user" ? messages[0].content : "";
  return typeof content === "string" ? content : content.map((part) => ("text" in part ? part.text : "")).join("");
};
const [callOfScript] = temperatureCall.toolCalls;
export const parisCall = {
  name: "get_temperature",
  arguments: JSON.stringify(callOfScript?.input),
};

/** What the last tool result says, as a model would that was told it. */
const toldIn = (messages: readonly { readonly role: string; readonly content?: unknown }[]): string =>
  JSON.stringify(messages.findLast(({ role }) => role === "tool")?.content);

/** What the suite's live prompts are answered with. */
export function answerLivePrompts(mock: LLMock): void {
  const temperature = promptOf(temperatureRequest());
  mock
    .onMessage(/say hello/i, { content: "Hello there." })
    .onMessage(promptOf(cityRequest), { content: cityAnswer })
    .on({ userMessage: temperature, hasToolResult: false }, { toolCalls: [parisCall] })
    .on({ userMessage: temperature, hasToolResult: true }, ({ messages }) => ({
      content: `It is ${toldIn(messages)}.`,
    }))
    .onMessage(/prime number/, { content: "No.", reasoning: "91 is 7 times 13." });
}

/** Every check, but those that need what a live stage cannot do, and those of capabilities that are not claimed. */
export function expectAllGreen({ verdicts }: SuiteReport, unclaimed: readonly Capability[]): void {
  const able = new Set(["traffic"]);
  const reach = verdicts.filter(({ about }) => (about.needs ?? []).every((power) => able.has(power)));
  const beyond = verdicts.filter((verdict) => !reach.includes(verdict));
  const others = reach.filter(({ status }) => status !== "passed" && status !== "unclaimed");
  expect(others.map(({ id, status, reason }) => `${id} ${status}: ${reason}`)).toEqual([]);
  const refused = reach.flatMap(({ reason = "" }) => /^the subject does not claim (\w+),/.exec(reason)?.[1] ?? []);
  expect(new Set(refused)).toEqual(new Set(unclaimed));
  for (const { id, status } of beyond) expect(["not-run", "unclaimed"], id).toContain(status);
  expect(reach.length).toBeGreaterThan(0);
}
