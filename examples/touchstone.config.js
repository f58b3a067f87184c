import { memoryLLM } from "touchstone";
import { defineConfig } from "touchstone/config";
import { openAICompatible } from "touchstone/drivers";

export default defineConfig({
  subjects: [
    { name: "in memory", protocol: "memory", llm: ({ script }) => memoryLLM(...script) },
    {
      name: "my driver",
      protocol: "openai",
      llm: (stage) => openAICompatible({ ...stage }),
      knownFailures: {},
    },
  ],
});
