import { expect, it, vi } from "vitest";
import { main } from "./main.js";

// All of the gallery, on the cases of its checks: some seconds, and more where much else runs.
it("touchstone prove proves the suite", { timeout: 300_000 }, async () => {
  let out = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    out += chunk;
    return true;
  });
  try {
    const code = await main(["prove"]);
    // With the whole of it where it is not proven: it says why.
    expect(out).toMatch(
      /^mutants: \d+, killed \d+, survived 0, errors of the gallery 0\n.* without a mutant 0\n[\s\S]*\nProven\.\n$/m,
    );
    expect(code).toBe(0);
  } finally {
    write.mockRestore();
  }
});
