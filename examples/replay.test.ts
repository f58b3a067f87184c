import { fileURLToPath } from "node:url";
import { openAICompatible } from "touchstone/drivers";
import { createReplayServer, serve } from "touchstone/mock-server";
import { expect, test } from "vitest";

const recordings = fileURLToPath(new URL("recordings", import.meta.url));

test("an app against what its provider really sent", async () => {
  await using served = await serve(createReplayServer(recordings));
  const llm = openAICompatible({ baseURL: served.baseURL, model: "gpt-4o", preset: "openai" });

  const stream = await llm.stream({ messages: [{ role: "user", content: "Where is A-1042?" }] });
  expect(await stream.response()).toMatchObject({ text: "It has shipped.", finishReason: "stop" });

  // What was not recorded is told with what is nearest to it.
  await expect(llm.stream({ messages: [{ role: "user", content: "Where is A-1043?" }] })).rejects.toThrow(
    'The nearest is 0001-stream.json, which differs at /messages/0/content: recorded "Where is A-1042?", asked "Where is A-1043?"',
  );
});
