import { describe, expect, test } from "vitest";
import { createLLM } from "./create-llm.js";
import { deferred, failure, forever, hello, localTool } from "./testing/helpers.js";
import { scriptedDriver } from "./testing/scripted-driver.js";

describe("an abort during the tool loop", () => {
  const calls = {
    toolCalls: [
      { name: "a", input: {} },
      { name: "b", input: {} },
    ],
  };

  test("does not wait for a handler that ignores it, and asks nothing more", async () => {
    const controller = new AbortController();
    const started = deferred<AbortSignal>();
    const driver = scriptedDriver(calls, { text: "never" });
    const tools = [
      localTool("a", (_, { signal }) => {
        started.resolve(signal);
        return forever;
      }),
      localTool("b", () => "b"),
    ];
    const call = failure(createLLM(driver).generate({ ...hello, tools, maxSteps: 3 }, { signal: controller.signal }));
    const told = await started.promise;
    controller.abort();
    expect(await call).toMatchObject({ code: "LLM_CANCELLED" });
    expect(told.aborted).toBe(true);
    expect(driver.asked).toHaveLength(1);
  });

  test("by a handler: no further handler begins", async () => {
    const controller = new AbortController();
    const ran: string[] = [];
    const tools = [
      localTool("a", () => {
        ran.push("a");
        controller.abort();
      }),
      localTool("b", () => {
        ran.push("b");
      }),
    ];
    const request = { ...hello, tools, maxSteps: 3 };
    const call = createLLM(scriptedDriver(calls, { text: "never" })).generate(request, { signal: controller.signal });
    expect(await failure(call)).toMatchObject({ code: "LLM_CANCELLED" });
    expect(ran).toEqual(["a"]);
  });

  test("while an approval never answers: no further approval, no handler", async () => {
    const controller = new AbortController();
    const asked: string[] = [];
    const waiting = deferred();
    const ran: string[] = [];
    const approve = ({ name }: { name: string }) => {
      asked.push(name);
      waiting.resolve();
      return forever;
    };
    const tools = ["a", "b"].map((name) => localTool(name, () => void ran.push(name)));
    const llm = createLLM(scriptedDriver(calls, { text: "never" }));
    const call = failure(llm.generate({ ...hello, tools, approve, maxSteps: 3 }, { signal: controller.signal }));
    await waiting.promise;
    controller.abort();
    expect(await call).toMatchObject({ code: "LLM_CANCELLED" });
    expect([asked, ran]).toEqual([["a"], []]);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 8, 10])(
    "%i ticks after the last approval: no handler, or one that is told",
    async (ticks) => {
      const controller = new AbortController();
      const signals: { abortedAtStart: boolean; signal: AbortSignal }[] = [];
      const approve = () => {
        let left = ticks;
        const tick = () => (left-- > 0 ? queueMicrotask(tick) : controller.abort());
        tick();
        return true;
      };
      const tools = [
        localTool("a", (_, { signal }) => {
          signals.push({ abortedAtStart: signal.aborted, signal });
          return forever;
        }),
      ];
      const driver = scriptedDriver({ toolCalls: [{ name: "a", input: {} }] });
      const request = { ...hello, tools, approve, maxSteps: 3 };
      const call = createLLM(driver).generate(request, { signal: controller.signal });
      expect(await failure(call)).toMatchObject({ code: "LLM_CANCELLED" });
      expect(signals.every(({ abortedAtStart, signal }) => !abortedAtStart && signal.aborted)).toBe(true);
    },
  );

  test.each([0, 1, 2, 3, 4, 5, 6, 8, 10])(
    "%i ticks after the last handler: no request that begins aborted",
    async (ticks) => {
      const controller = new AbortController();
      const begun: boolean[] = [];
      const tools = [
        localTool("a", () => {
          let left = ticks;
          const tick = () => (left-- > 0 ? queueMicrotask(tick) : controller.abort());
          tick();
        }),
      ];
      const driver = scriptedDriver({ toolCalls: [{ name: "a", input: {} }] }, (_, { signal }) => {
        begun.push(signal.aborted);
        return forever;
      });
      const call = createLLM(driver).generate({ ...hello, tools, maxSteps: 3 }, { signal: controller.signal });
      expect(await failure(call)).toMatchObject({ code: "LLM_CANCELLED" });
      expect(begun).not.toContain(true);
    },
  );
});
