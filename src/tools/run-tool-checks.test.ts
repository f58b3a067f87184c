import { describe, expect, it } from "vitest";
import type { LocalTool } from "../contract/index.js";
import { runToolSuite } from "../vitest/run-tool-suite.js";
import { runToolChecks, startToolSuite } from "./run-tool-checks.js";
import { type orderService, orderSubject } from "./testing/order-tool.js";
import type { ToolFactory } from "./tool-subject.js";

runToolSuite(({ service }) => orderSubject(service), { name: "a tool in which nothing is wrong" });

type Service = ReturnType<typeof orderService>;
type Execute = NonNullable<LocalTool["execute"]>;
const withHandler =
  (execute: (service: Service) => Execute): ToolFactory =>
  ({ service }) =>
    orderSubject(service, (orders) => ({ execute: execute(orders) }));
const item = (input: unknown) => (input as { item: string }).item;

/** Tools with one defect each, and what is found. */
const broken: Readonly<Record<string, readonly [factory: ToolFactory, ...found: string[]]>> = {
  "fails always": [
    withHandler(() => () => {
      throw new Error("no");
    }),
    "ValidCallIsExecuted/gives-a-result",
    "FailureIsTold/says-which",
    "SlowServiceIsLeft/time-is-bounded",
    "AbortEndsTheCall/is-cancelled",
  ],
  "answers before its service does": [
    withHandler(() => (input) => ({ item: item(input), number: 1 })),
    "FailureIsTold/is-a-failure",
    "SlowServiceIsLeft/time-is-bounded",
    "AbortEndsTheCall/is-cancelled",
    "MalformedResultIsRefused/is-a-failure",
  ],
  "takes anything": [
    ({ service }) => orderSubject(service, { inputSchema: { type: "object" } }),
    "InvalidCallIsRefused/handler-never-sees-it",
  ],
  "tells its failures as results": [
    withHandler((orders) => async (input, { call, signal }) => {
      const sorry = { item: "sorry", number: 0 };
      return orders
        .order(item(input), call.id, signal)
        .catch((error) => (signal.aborted ? Promise.reject(error) : sorry));
    }),
    "FailureIsTold/is-a-failure",
  ],
  "says nothing of what failed": [
    withHandler((orders) => async (input, { call, signal }) => {
      try {
        return await orders.order(item(input), call.id, signal);
      } catch {
        throw new Error("something went wrong");
      }
    }),
    "FailureIsTold/says-which",
  ],
  "does not hear its signal": [
    withHandler(
      (orders) =>
        (input, { call }) =>
          orders.order(item(input), call.id),
    ),
    "SlowServiceIsLeft/signal-is-heard",
    "AbortEndsTheCall/signal-is-heard",
  ],
  "makes nonsense fit": [
    withHandler((orders) => async (input, { call, signal }) => {
      const { number } = (await orders.order(item(input), call.id, signal)) as { number: unknown };
      return { item: item(input), number: Number(number) || 0 };
    }),
    "MalformedResultIsRefused/is-a-failure",
  ],
  "orders again": [
    withHandler(
      (orders) =>
        (input, { signal }) =>
          orders.order(item(input), `key ${orders.orders.size}`, signal),
    ),
    "ExactRetryIsTheSame/same-result",
    "ExactRetryIsTheSame/no-second-effect",
  ],
};

describe("a tool that", () => {
  it.each(Object.entries(broken))("%s is found", async (_, [factory, ...found]) => {
    const verdicts = await runToolChecks(factory);
    expect(verdicts.filter(({ status }) => status !== "passed").map(({ id }) => id)).toEqual(found);
  });

  it("changes nothing is not asked for its effects", async () => {
    const { effects: _, ...plain } = orderSubject("working");
    const verdict = await startToolSuite(() => plain).play("ExactRetryIsTheSame/no-second-effect");
    expect(verdict).toMatchObject({ status: "not-run", reason: expect.stringContaining("effects") });
  });

  it("cannot be made is nobody's failure but its factory's", async () => {
    const factory = () => {
      throw new Error("no database");
    };
    expect((await runToolChecks(factory)).every(({ status }) => status === "harness-error")).toBe(true);
  });
});
