// Prints how many tests passed and failed, from vitest's JSON report. A run without tests is a failure.
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
if (!(report.numPassedTests > 0)) throw new Error("no test passed: the run executed nothing");
console.log(`${report.numPassedTests} ${report.numFailedTests}`);
