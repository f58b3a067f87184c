// RunnableConfig of @langchain/core documents `timeout` as the timeout for this call in milliseconds. invoke() goes on
// after it. stream() ends, as a whole: there is none for the time between two chunks.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";

const server = createServer(() => {});
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const model = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "key", maxRetries: 0, baseUrl: origin });

const ended = (running) =>
  Promise.race([
    running.then(
      () => true,
      () => true,
    ),
    sleep(1000, false),
  ]);
const invoked = await ended(model.invoke("Hi", { timeout: 50 }));
const streamed = await ended(model.stream("Hi", { timeout: 50 }));

const isThere = !invoked && streamed;
console.log(isThere ? `still there: invoke() goes on after 1000 ms, with a limit of 50` : "no longer there");
process.exit(isThere ? 0 : 1);
