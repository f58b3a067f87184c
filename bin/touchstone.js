#!/usr/bin/env node
import { main } from "../dist/cli/main.js";

// Not process.exit(): what was written to a pipe must reach it.
process.exitCode = await main(process.argv.slice(2));
