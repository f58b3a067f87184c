#!/usr/bin/env node
import { main } from "../dist/cli/main.js";

// Whoever reads may have seen enough, as `head` has: the run still writes its reports, and ends with its own code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
  });
}

// Not process.exit(): what was written to a pipe must reach it.
process.exitCode = await main(process.argv.slice(2));
