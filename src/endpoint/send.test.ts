import { createServer as createHTTP, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTCP, type Server as TCPServer } from "node:net";
import { deflateSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { createSender } from "./send.js";

async function listening(server: Server | TCPServer): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}
const answering = (listener: RequestListener) => listening(createHTTP(listener));

async function sent(url: string, signal = new AbortController().signal) {
  const sender = createSender();
  onTestFinished(sender.close);
  const headers = { "content-type": "application/json" };
  const response = await sender.send(url, { method: "POST", headers, body: '{"é":1}', signal, redirect: "manual" });
  const reader = response.body?.getReader();
  const read = async () => {
    let text = "";
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
      text += Buffer.from(next.value ?? []).toString();
    return text;
  };
  return { response, read };
}

test("a request arrives whole, and a redirect is not followed", async () => {
  let got = "";
  const url = await answering(async (request, response) => {
    for await (const chunk of request) got += chunk;
    response.writeHead(307, { location: "/elsewhere", "set-cookie": ["a=1", "b=2"] }).end("moved");
  });
  const { response, read } = await sent(url);
  expect(got).toBe('{"é":1}');
  expect(response.status).toBe(307);
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  expect(headers).toMatchObject({ location: "/elsewhere", "set-cookie": "a=1, b=2" });
  expect(await read()).toBe("moved");
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
])("a body in %s is read as what it is", async (encoding, encode) => {
  const url = await answering((_, response) => {
    response.writeHead(200, { "content-encoding": encoding }).end(encode("Hello there."));
  });
  expect(await (await sent(url)).read()).toBe("Hello there.");
});

test.each<[string, Record<string, string>]>([
  ["plain", {}],
  ["in gzip", { "content-encoding": "gzip" }],
])("a body that breaks off is an error: %s", async (_, headers) => {
  const bytes = headers["content-encoding"] ? gzipSync("Hello there.").subarray(0, 14) : "Hello";
  const url = await answering((_request, response) => {
    response.writeHead(200, headers);
    response.write(bytes, () => response.destroy());
  });
  await expect((await sent(url)).read()).rejects.toThrow();
});

test("what answers in another language than HTTP is told by the name that a fetch has for it", async () => {
  const server = createTCP((socket) => socket.resume().end("SSH-2.0-OpenSSH_9.6\r\n"));
  await expect(sent(await listening(server))).rejects.toMatchObject({ name: "HTTPParserError" });
});

test("a signal ends it, before its reply and within", async () => {
  const url = await answering((request, response) => {
    if (request.headers["content-type"]) response.writeHead(200).write("Hello");
  });
  const early = new AbortController();
  early.abort();
  await expect(sent(url, early.signal)).rejects.toThrow();
  const late = new AbortController();
  const { read } = await sent(url, late.signal);
  const reading = read();
  late.abort();
  await expect(reading).rejects.toThrow();
});
