import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createLLM,
  type Driver,
  LLMError,
  type LLMErrorCode,
  type Message,
  type TurnRequest,
  unsupported,
} from "touchstone";
import { runSuite } from "touchstone/vitest";
import { afterAll, describe, expect, test } from "vitest";

interface AcmeAnswer {
  answer: string;
  model: string;
  tokens: [input: number, output: number];
}

/** What a status means to the caller; any other 4xx is a refused request, and a 5xx is worth another try. */
const codes: Record<number, LLMErrorCode> = {
  401: "LLM_UNAUTHORIZED",
  403: "LLM_UNAUTHORIZED",
  404: "LLM_MODEL_NOT_FOUND",
  429: "LLM_RATE_LIMITED",
};

/** A driver for a protocol that takes `{ model, prompt }` and answers `{ answer, model, tokens: [input, output] }`. */
function acmeDriver(baseURL: string): Driver {
  const say = (message: Message) => {
    // There is no place for tools in this protocol, not even for what they once gave.
    if (message.role === "tool" || (message.role === "assistant" && message.toolCalls?.length)) {
      throw unsupported("acme", "tool calls in the history");
    }
    const parts =
      typeof message.content === "string"
        ? [message.content]
        : message.content.map((part) => (part.type === "text" ? part.text : ""));
    return `${message.role}: ${parts.join("")}`;
  };
  return {
    provider: "acme",
    model: "acme-1",
    capabilities: {}, // nothing claimed: createLLM refuses tools, schemas, streams and the rest before anything is sent
    async turn({ system, messages, ...request }: TurnRequest, { signal }) {
      // What no capability covers and the protocol does not have is the driver's to refuse.
      for (const field of ["maxTokens", "temperature", "topP", "seed", "stopSequences"] as const) {
        if (request[field] !== undefined) throw unsupported("acme", field);
      }
      const model = request.model ?? "acme-1";
      const prompt = [...(system ? [system] : []), ...messages.map(say)].join("\n");
      const response = await fetch(`${baseURL}/answer`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model, prompt, ...request.providerOptions }),
        signal,
      });
      const { status } = response;
      if (!response.ok) {
        const code = codes[status] ?? (status < 500 ? "LLM_REQUEST_REJECTED" : "LLM_PROVIDER_ERROR");
        throw new LLMError(code, `acme answered ${status} to a request for ${model}`, { status });
      }
      const answered = (await response.json()) as AcmeAnswer;
      const [inputTokens, outputTokens] = answered.tokens;
      return {
        text: answered.answer,
        model: answered.model,
        usage: { inputTokens, outputTokens },
        providerFinishReason: "stop",
      };
    },
  };
}

// In your repository the real service stands here.
const prompts: string[] = [];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { model, prompt } = JSON.parse(body);
  prompts.push(prompt);
  response.statusCode = Number(/^status (\d+)$/.exec(model)?.[1] ?? 200);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ answer: `You said: ${prompt}`, model, tokens: [prompt.length, prompt.length + 10] }));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());

const acme = () =>
  createLLM(acmeDriver(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), { maxRetries: 0 });

runSuite(acme);

// What the suite sees with a scripted server only, a live subject's own tests show.
describe("acme", () => {
  test("is told who said what, parts joined", async () => {
    const content = [
      { type: "text", text: "Say " },
      { type: "text", text: "hello." },
    ] as const;
    await acme().generate({ system: "Be brief.", messages: [{ role: "user", content }] });
    expect(prompts.at(-1)).toBe("Be brief.\nuser: Say hello.");
  });

  test.each([
    [400, "LLM_REQUEST_REJECTED", false],
    [401, "LLM_UNAUTHORIZED", false],
    [404, "LLM_MODEL_NOT_FOUND", false],
    [429, "LLM_RATE_LIMITED", true],
    [503, "LLM_PROVIDER_ERROR", true],
  ])("calls a %i %s", async (status, code, retryable) => {
    const call = acme().generate({ model: `status ${status}`, messages: [{ role: "user", content: "Hello." }] });
    await expect(call).rejects.toMatchObject({ code, status, retryable });
  });
});
