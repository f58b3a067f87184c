import type { LLM, LLMRequest } from "touchstone";
import { expect } from "vitest";
import { hello, temperatureRequest, temperatureTool } from "../src/suite/prompts.js";

/** What a mock server cannot show of a provider, each with how it is shown. Throws where it does not hold. */
export const liveClaims: Readonly<Record<string, (llm: LLM) => Promise<void>>> = {
  "accepts the request": async (llm) => {
    const { text, finishReason, usage } = await llm.generate(hello);
    expect(text.trim(), "the answer").not.toBe("");
    expect(finishReason).toBe("stop");
    expect(usage.inputTokens, "the tokens that it counted").toBeGreaterThan(0);
  },

  "sends SSE that parses": async (llm) => {
    await using stream = await llm.stream(hello);
    let text = "";
    for await (const event of stream) if (event.type === "text") text += event.text;
    const response = await stream.response();
    expect(text.trim(), "the pieces").not.toBe("");
    expect(response.text).toBe(text);
    expect(response.finishReason).toBe("stop");
  },

  "enforces the schema": async (llm) => {
    const { text } = await llm.generate(ticketRequest);
    expect(JSON.parse(text), "the answer").toEqual({ queue: "zulu-7" });
  },

  "asks for approval before the handler": async (llm) => {
    expect(await happenings(llm, { denied: "not today" }), "with a call that was denied").toEqual(["denied"]);
    expect(await happenings(llm, true), "with a call that was approved").toEqual(["approved", "ran"]);
  },
};

/** Nobody guesses this answer who was not held to the schema, or at least shown it. */
const ticketRequest: LLMRequest = {
  messages: [{ role: "user", content: "Sort this ticket into a queue, as JSON: my parcel has not arrived." }],
  schema: {
    name: "ticket",
    schema: {
      type: "object",
      properties: { queue: { type: "string", enum: ["zulu-7"] } },
      required: ["queue"],
      additionalProperties: false,
    },
  },
};

/** What became of the first call, in order. A model may call once more; what is decided there is the same. */
async function happenings(llm: LLM, decision: true | { readonly denied: string }): Promise<readonly string[]> {
  const seen: string[] = [];
  const tool = temperatureTool(() => {
    seen.push("ran");
    return { celsius: 21 };
  });
  const { toolCalls } = await llm.generate({
    ...temperatureRequest(tool),
    maxSteps: 2,
    approve: () => {
      seen.push(decision === true ? "approved" : "denied");
      return decision;
    },
  });
  expect(toolCalls[0]?.outcome, "the outcome of the call that it was asked for").toBe(
    decision === true ? "ran" : "denied",
  );
  return [...new Set(seen)];
}
