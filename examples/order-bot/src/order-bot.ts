import { isLLMError, type LLM, type Message, type ToolCall, tool } from "touchstone";
import { z } from "zod";
import type { Orders } from "./orders.js";

const Refund = z.object({ id: z.string(), cents: z.number().int().positive() });
export type Refund = z.infer<typeof Refund>;

export interface OrderBotOptions {
  readonly llm: LLM;
  readonly orders: Orders;
  /** A refund of more than this needs a person. */
  readonly limitCents: number;
  /** Asks a person. */
  readonly approve: (refund: Refund) => Promise<boolean>;
}

export interface Answer {
  readonly text: string;
  /** What was done and what was refused, for whoever looks into it later. */
  readonly calls: readonly ToolCall[];
  /** The conversation so far, to be handed to the next question. It is JSON: keep it where you like. */
  readonly conversation: readonly Message[];
}

/** Answers questions about orders, and refunds them. */
export function orderBot({ llm, orders, limitCents, approve }: OrderBotOptions) {
  const findOrder = tool({
    name: "find_order",
    description: "Looks an order up by its id.",
    input: z.object({ id: z.string() }),
    execute: async ({ id }) => (await orders.find(id)) ?? `there is no order ${id}`,
  });
  const refund = tool({
    name: "refund",
    description: "Refunds an order, in part or as a whole.",
    input: Refund,
    async execute({ id, cents }) {
      const order = await orders.find(id);
      // A model invents numbers: what must not happen is prevented here, and not in the prompt.
      if (!order || cents > order.cents) throw new Error("that is more than was paid");
      await orders.refund(id, cents);
      return `refunded ${cents} cents`;
    },
  });

  return async (question: string, conversation: readonly Message[] = []): Promise<Answer> => {
    const messages: Message[] = [...conversation, { role: "user", content: question }];
    try {
      const response = await llm.generate({
        system: "You answer customers of a shop. Look orders up before you speak of them.",
        messages,
        tools: [findOrder, refund],
        maxSteps: 5,
        async approve({ name, input }) {
          if (name !== "refund") return true;
          const asked = Refund.parse(input);
          return asked.cents <= limitCents || (await approve(asked)) || { denied: "a person has to decide that" };
        },
      });
      return { text: response.text, calls: response.toolCalls, conversation: [...messages, ...response.messages] };
    } catch (error) {
      if (!isLLMError(error) || !error.retryable) throw error;
      return { text: "Please ask again in a minute.", calls: [], conversation };
    }
  };
}
