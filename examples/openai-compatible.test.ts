import { openAICompatible } from "touchstone/drivers";
import { runSuite } from "touchstone/vitest";

// The suite starts a scripted server on loopback for each case, and hands over where it is.
runSuite((stage) => openAICompatible({ ...stage }), { protocol: "openai" });
