import { runSuite } from "touchstone/vitest";
import { acme } from "../src/acme.js";
import { knownFailures } from "./known-failures.js";

// A scripted server on loopback stands for Acme, whose protocol is OpenAI's: no key, no network, no bill.
runSuite((stage) => acme({ ...stage }), { protocol: "openai", knownFailures });
