import { expect, it } from "vitest";
import { interruption, watchInterrupts } from "./interrupts.js";

const listeners = () => ["SIGINT", "SIGTERM"].map((name) => process.listenerCount(name));

it.each(["SIGINT", "SIGTERM"] as const)("%s ends a run once, and the next one is Node's again", async (name) => {
  const before = listeners();
  using run = interruption(60_000);
  expect(run.byUser).toBe(false);
  process.emit(name);
  await Promise.resolve();
  expect([run.signal.reason, run.byUser]).toEqual(["the run was interrupted", true]);
  expect(listeners()).toEqual(before);
});

it("a run that ended by itself leaves the signals to Node", () => {
  const before = listeners();
  interruption(60_000)[Symbol.dispose]();
  expect(listeners()).toEqual(before);
});

it("a deadline is not told as somebody's signal", async () => {
  using run = interruption(1);
  await new Promise((resolve) => run.signal.addEventListener("abort", resolve));
  expect([run.signal.reason, run.byUser]).toEqual(["the deadline of 0.001 s has passed", false]);
});

it("who watches is told of the first and of the second, by whichever signal", async () => {
  const interrupts = watchInterrupts();
  let told = 0;
  for (const one of [interrupts.first, interrupts.second]) void one.then(() => told++);
  process.emit("SIGTERM");
  await interrupts.first;
  expect(told).toBe(1);
  process.emit("SIGINT");
  await interrupts.second;
  expect(told).toBe(2);
  interrupts.dispose();
});
