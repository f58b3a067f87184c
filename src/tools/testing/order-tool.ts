import type { LocalTool, ToolContext } from "../../contract/index.js";
import type { ServiceMood, ToolSubject } from "../tool-subject.js";

/** A service that behaves as it was asked to, and keeps what was ordered by its key. */
export function orderService(mood: ServiceMood): {
  readonly orders: Map<string, object>;
  order(item: string, key: string, signal?: AbortSignal): Promise<unknown>;
} {
  const orders = new Map<string, object>();
  return {
    orders,
    async order(item, key, signal) {
      if (mood === "failing") throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      if (mood === "malformed") return { number: "none" };
      if (mood === "hanging") {
        await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      }
      const order = orders.get(key) ?? { item, number: orders.size + 1 };
      orders.set(key, order);
      return order;
    },
  };
}

export const resultSchema = {
  type: "object",
  properties: { item: { type: "string" }, number: { type: "integer" } },
  required: ["item", "number"],
};

const inputSchema = {
  type: "object",
  properties: { item: { type: "string" } },
  required: ["item"],
  additionalProperties: false,
};

/** A tool in which nothing is wrong, or one with another handler or schema. */
export function orderSubject(
  mood: ServiceMood,
  broken: Partial<LocalTool> | ((service: ReturnType<typeof orderService>) => Partial<LocalTool>) = {},
): ToolSubject {
  const service = orderService(mood);
  const tool: LocalTool = {
    name: "order",
    description: "Orders an item.",
    inputSchema,
    execute: (input, { call, signal }: ToolContext) => service.order((input as { item: string }).item, call.id, signal),
    ...(typeof broken === "function" ? broken(service) : broken),
  };
  return {
    tool,
    valid: { item: "fox" },
    invalid: { itme: "fox" },
    resultSchema,
    effects: () => service.orders.size,
  };
}
