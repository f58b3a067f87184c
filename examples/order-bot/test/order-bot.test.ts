import { LLMError, llmCalls, memoryLLM, memoryToolCall, type Reply } from "touchstone";
import { expect, test, vi } from "vitest";
import { orderBot } from "../src/order-bot.js";
import type { Order } from "../src/orders.js";

const order: Order = { id: "A-1042", status: "shipped", cents: 4_900 };

/** The bot with a model that says what it is told to, a shop with one order, and a person who decides as told. */
function shopWith({ replies, approves = false }: { replies: (string | Reply)[]; approves?: boolean }) {
  const llm = memoryLLM(...replies);
  const refund = vi.fn(async () => {});
  const approve = vi.fn(async () => approves);
  const orders = { find: async (id: string) => (id === order.id ? order : undefined), refund };
  return { ask: orderBot({ llm, orders, limitCents: 2_000, approve }), llm, refund, approve };
}

const asksForRefund = (cents: number) => ({ toolCalls: [memoryToolCall("refund", { id: order.id, cents })] });

test("the model is told what the shop knows", async () => {
  const findsOrder = { toolCalls: [memoryToolCall("find_order", { id: order.id })] };
  const { ask, llm } = shopWith({ replies: [findsOrder, "It is on its way."] });

  expect((await ask("Where is A-1042?")).text).toBe("It is on its way.");
  // The second turn has the result of the first one's call.
  expect(llmCalls(llm)[1]?.messages.at(-1)).toMatchObject({ role: "tool", results: [{ output: order }] });
});

test("a small refund needs nobody", async () => {
  const { ask, refund, approve } = shopWith({ replies: [asksForRefund(2_000), "Done."] });
  await ask("The box was torn.");
  expect(refund).toHaveBeenCalledWith("A-1042", 2_000);
  expect(approve).not.toHaveBeenCalled();
});

test("a large refund is made when a person agrees", async () => {
  const { ask, refund, approve } = shopWith({ replies: [asksForRefund(4_900), "Done."], approves: true });
  await ask("It never came.");
  expect(approve).toHaveBeenCalledWith({ id: "A-1042", cents: 4_900 });
  expect(refund).toHaveBeenCalledOnce();
});

test("a large refund is not made when nobody agrees, and that stands on record", async () => {
  const { ask, refund } = shopWith({ replies: [asksForRefund(4_900), "A colleague will write to you."] });
  const { text, calls } = await ask("It never came.");
  expect(text).toBe("A colleague will write to you.");
  expect(calls).toMatchObject([{ outcome: "denied", output: "denied: a person has to decide that" }]);
  expect(refund).not.toHaveBeenCalled();
});

test("no more is refunded than was paid, whatever the model and the person say", async () => {
  const { ask, refund } = shopWith({ replies: [asksForRefund(490_000), "That is not possible."], approves: true });
  const { calls } = await ask("I want 4,900!");
  expect(calls).toMatchObject([{ outcome: "failed", output: "error: that is more than was paid" }]);
  expect(refund).not.toHaveBeenCalled();
});

test("the next question goes on where the last one ended", async () => {
  const { ask, llm } = shopWith({ replies: ["Which order is it?", "Thank you."] });
  const { conversation } = await ask("Where is my order?");
  await ask("A-1042", JSON.parse(JSON.stringify(conversation)));
  expect(llmCalls(llm)[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
});

test("a provider that is busy is no error for the customer", async () => {
  const { ask } = shopWith({ replies: [{ error: new LLMError("LLM_RATE_LIMITED", "slow down") }] });
  expect((await ask("Where is A-1042?")).text).toBe("Please ask again in a minute.");
});
