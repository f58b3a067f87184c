import { tool, wrapLLM } from "touchstone";
import { openAICompatible } from "touchstone/drivers";
import { parseExactly, stringifyExactly, validated } from "touchstone/validated";
import { expect, test } from "vitest";

const call = { id: "c1", type: "function", function: { name: "order", arguments: '{"id":9007199254740993}' } };
const reply = {
  choices: [{ index: 0, finish_reason: "tool_calls", message: { role: "assistant", tool_calls: [call] } }],
};

test("an id of 64 bits comes and goes as it is", async () => {
  const fetch = async () => Response.json(reply); // in place of a provider
  const model = openAICompatible({ preset: "openai", apiKey: "any", model: "gpt-4o", fetch });
  const order = tool<{ id: number | bigint }>({
    name: "order",
    input: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
    execute: ({ id }) => `order ${id}`,
  });
  const llm = wrapLLM(model, validated({ largeIntegers: "bigint" }));
  const { messages } = await llm.generate({ messages: [{ role: "user", content: "My order?" }], tools: [order] });

  const stored = stringifyExactly(messages);
  expect(stored).toContain('{"id":9007199254740993}');
  expect(parseExactly(stored)).toEqual(messages);
});
