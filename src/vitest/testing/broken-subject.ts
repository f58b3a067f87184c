import { memoryLLM } from "../../memory/index.js";
import { runSuite } from "../index.js";

// What a user's test file looks like whose subject has one defect, one known failure, one stale entry, and a capability
// that it does not claim. Played by a test of its own, which looks at what vitest made of it.
runSuite(
  ({ script }) => {
    const llm = memoryLLM(...script);
    return {
      ...llm,
      enabled: false,
      capabilities: { ...llm.capabilities, sources: false },
      provider: "",
    };
  },
  {
    protocol: "memory",
    name: "broken",
    knownFailures: { "Identity/provider-is-named": "a reason", "Generate/takes-one-turn": "long mended" },
  },
);
