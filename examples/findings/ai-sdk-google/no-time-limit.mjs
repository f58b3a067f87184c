// A server that never answers is waited for: the package has no setting for a time limit, so `timeout` below is
// nothing to it. The caller brings an `abortSignal`, or `timeout` of `ai`.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createGoogleGenerativeAI } from "@ai-sdk/google";

const server = createServer(() => {});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const provider = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${origin}/v1beta`, timeout: 50 });
const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
const ended = await Promise.race([
  provider("gemini-2.5-flash")
    .doGenerate({ prompt })
    .then(
      () => true,
      () => true,
    ),
  sleep(500, false),
]);

const isThere = !ended;
console.log(isThere ? `still there: the call goes on after 500 ms` : "no longer there");
process.exit(isThere ? 0 : 1);
