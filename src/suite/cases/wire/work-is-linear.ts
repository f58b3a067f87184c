import type { LLM } from "../../../contract/index.js";
import { events, stream } from "../../ask.js";
import { type CaseContext, should } from "../../case.js";
import { expectThat } from "../../failure.js";
import { hello } from "../../prompts.js";
import type { BesideCheck } from "./beside-check.js";

/** How many times as long the larger of two events is. */
const times = 16;
/** How many times as long it may take: four times its share, as machines have other things to do. */
const most = 64;

/**
 * Time that grows with the square of an event's size is seconds for a picture: 256 times for 16 times the size. In short
 * events that drowns in what each read costs; so one that is only suspicious decides nothing, and a longer one is sent.
 */
const lengths = [
  { small: 2 ** 15, enough: 32 },
  { small: 2 ** 16, enough: most },
] as const;

export const workIsLinear: BesideCheck = {
  slug: "work-is-linear",
  check: should({
    clause: "An event of sixteen times the size, in short reads, takes no more than sixty-four times the time.",
    why: "A picture within an answer keeps the process from answering anybody for seconds.",
    fix: "Look through what a read has brought, and not through all that has come.",
    needs: ["faults", "script"],
    capabilities: ["streaming"],
  }),
  async judge(context) {
    let said = "";
    for (const { small, enough } of lengths) {
      // The first run pays for what is loaded and compiled.
      await timeOf(context, small);
      const short = Math.min(await timeOf(context, small), await timeOf(context, small));
      const limit = enough * short;
      if ((await timeOf(context, times * small, limit)) < limit) return;
      said = `an event of ${small} characters took ${Math.round(short)} ms, and one of ${times * small} more than ${Math.round(limit)} ms`;
    }
    expectThat(false, said);
  },
};

/** @returns milliseconds; `limit` where it took as long or longer */
async function timeOf({ open, signal }: CaseContext<LLM, string>, size: number, limit?: number): Promise<number> {
  // The quirk makes one event as long as the text.
  const { subject } = await open({ script: [{ text: "x".repeat(size) }], quirks: ["SSE-11"] });
  const opened = await stream(subject, hello, { signal });
  // What the server has to do for the quirk is done.
  const began = performance.now();
  const read = events(opened);
  if (limit === undefined) await read;
  else if (!(await isDone(read, limit))) return limit;
  return performance.now() - began;
}

/** Whether work is done in so many milliseconds. */
async function isDone(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const done = work.then(() => true as const);
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
