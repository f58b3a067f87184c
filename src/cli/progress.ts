import type { Verdict } from "../suite/index.js";

/** Tells somebody who waits how far a run is. */
export interface Progress {
  /** A case is over. */
  told(name: string, verdicts: readonly Verdict[], spent: { readonly requests: number }): void;
  /** Leaves no trace on a terminal. */
  end(): void;
}

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/**
 * One line that is written over again on a terminal, and a line a case elsewhere. Where nothing was judged, nothing is told.
 * @param out where to, usually stderr: what is on stdout is the report
 */
export function createProgress(out: Stream, cases: number, maxRequests: number): Progress {
  let over = 0;
  return {
    told(name, verdicts, { requests }) {
      over += 1;
      const counted = verdicts.filter(({ status }) => status !== "not-run" && status !== "unclaimed");
      const passed = counted.filter(({ status }) => status === "passed").length;
      const came = counted.length === 0 ? "not judged" : `${passed} of ${counted.length} passed`;
      if (out.isTTY !== true) {
        if (counted.length > 0) out.write(`${name}: ${came}\n`);
        return;
      }
      const line = `${over} of ${cases} cases, ${requests} of at most ${maxRequests} requests · ${name}: ${came}`;
      out.write(`\r\u001b[2K${line.slice(0, Math.max(20, (out.columns ?? 80) - 1))}`);
    },
    end() {
      if (out.isTTY === true) out.write("\r\u001b[2K");
    },
  };
}
