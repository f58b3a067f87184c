import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLLM, type Driver, LLMError, type TurnRequest, unsupported } from "touchstone";
import { runSuite } from "touchstone/vitest";
import { afterAll } from "vitest";

interface AcmeAnswer {
  answer: string;
  model: string;
  tokens: [input: number, output: number];
}

/** A driver for a protocol that takes `{ model, prompt }` and answers `{ answer, tokens: [input, output] }`. */
function acmeDriver(baseURL: string): Driver {
  const prompt = ({ system, messages }: TurnRequest) =>
    [system, ...messages.map((message) => ("content" in message ? message.content : ""))].filter(Boolean).join("\n");
  return {
    provider: "acme",
    model: "acme-1",
    capabilities: {}, // nothing claimed: createLLM refuses tools, schemas, streams and the rest before anything is sent
    async turn(request, { signal }) {
      // What no capability covers and the protocol does not have is the driver's to refuse.
      for (const field of ["maxTokens", "temperature", "topP", "seed", "stopSequences"] as const) {
        if (request[field] !== undefined) throw unsupported("acme", field);
      }
      const response = await fetch(`${baseURL}/answer`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: request.model ?? "acme-1", prompt: prompt(request), ...request.providerOptions }),
        signal,
      });
      if (response.status === 404) throw new LLMError("LLM_MODEL_NOT_FOUND", `acme has no model "${request.model}"`);
      if (!response.ok) throw new LLMError("LLM_PROVIDER_ERROR", `acme answered ${response.status}`);
      const { answer, model, tokens } = (await response.json()) as AcmeAnswer;
      return {
        text: answer,
        model,
        usage: { inputTokens: tokens[0], outputTokens: tokens[1] },
        providerFinishReason: "stop",
      };
    },
  };
}

// In your repository the real service stands here.
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { model, prompt } = JSON.parse(body);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ answer: `You said: ${prompt}`, model, tokens: [prompt.length, prompt.length + 10] }));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());

runSuite(() => createLLM(acmeDriver(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)));
