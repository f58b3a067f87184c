import { generate } from "../../ask.js";
import { should } from "../../case.js";
import { equal } from "../../expect.js";
import { expectThat } from "../../failure.js";
import type { BesideCheck } from "./beside-check.js";
import { scenes } from "./scenes.js";

/**
 * https://github.com/vercel/ai/pull/13505: hosts disagree on whether it is null or empty, and some refuse a turn that lacks
 * it; asked is only that it is there.
 */
export const contentOfToolTurns: BesideCheck = {
  slug: "content-of-tool-turns-is-there",
  check: should({
    clause: "A turn of the model that only calls tools is sent back with its `content`, null or empty.",
    why: "Some relays refuse a turn that lacks the field, and the tool loop ends at its second step.",
    fix: "Send `content: null`, instead of leaving it out.",
    needs: ["raw"],
    capabilities: ["tools"],
  }),
  async judge({ open, signal }) {
    const { script, request } = scenes.tool;
    const { subject, sent } = await open({ script });
    await generate(
      subject,
      request(() => {}),
      { signal },
    );
    const body = sent()[1]?.raw?.body;
    expectThat(body !== undefined, "there was no second request");
    const { messages } = JSON.parse(body) as { messages: readonly { tool_calls?: unknown; content?: unknown }[] };
    const turn = messages.find((message) => message.tool_calls !== undefined);
    const { content } = turn ?? {};
    equal(content === null || content === "", true, "whether `content` of the turn with `tool_calls` is null or empty");
  },
};
