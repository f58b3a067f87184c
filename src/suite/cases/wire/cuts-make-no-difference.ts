import { wireQuirks } from "../../../quirks/index.js";
import { must } from "../../case.js";
import type { BesideCheck } from "./beside-check.js";
import { survive } from "./survive.js";

/** Line ends other than the protocol's own: LF or CRLF, and CR. */
const lineEnds = { openai: ["SSE-02", "SSE-51"], google: ["SSE-50", "SSE-51"] } as const;
/** Reads that end anywhere. */
const cuts = ["SSE-13", "SSE-53"];

/** Split invariance: a parser that is right for each line end, and for any cut, may still fail where they meet. */
export const cutsMakeNoDifference: BesideCheck = {
  slug: "cuts-make-no-difference",
  check: must({
    clause: "With lines that end in LF, CRLF or CR the answer is the same wherever the reads cut them.",
    why: "A line end of two characters is taken for two, or for none, once in a thousand answers.",
    fix: "Keep a CR at the end of a read until the next one has shown whether a LF follows.",
    needs: ["faults"],
    capabilities: ["streaming"],
  }),
  async judge(context, protocol) {
    for (const cut of wireQuirks(protocol).filter(({ id }) => cuts.includes(id)))
      for (const ends of lineEnds[protocol]) await survive(context, cut, [ends]);
  },
};
