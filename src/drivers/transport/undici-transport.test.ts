import { expect, onTestFinished, test } from "vitest";
import { tcp } from "../testing/transport-for.js";
import { createTransport } from "./index.js";

test("undici's pool gives up a connection that is not made in time", async () => {
  const silent = await tcp(() => {});
  const transport = createTransport({ provider: "test", timeouts: { connect: 20 } });
  onTestFinished(() => transport.close());
  const url = `https://127.0.0.1:${silent.port}/v1`;
  const sending = transport.send({ url, headers: {}, body: "{}", signal: new AbortController().signal });
  await expect(sending).rejects.toMatchObject({ code: "LLM_TIMEOUT", status: 504, retryable: true });
});
