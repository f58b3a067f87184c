import type { LLM } from "../../contract/index.js";
import { generate } from "../ask.js";
import { type CaseContext, type Check, must } from "../case.js";
import { equal, expectNothingSent, rejectsWith } from "../expect.js";
import { callsIn, lookedUp, readable, resultsIn, textOf } from "./history.js";

const parts = ["Say hello", " in one", " short sentence."];

/** That all kinds of messages arrive, beside the plain one. */
export const messageChecks = {
  "text-parts-arrive": must({
    clause: "Text given in parts reaches the provider whole and in order, white space between the parts aside.",
    why: "The model is asked about `[object Object]`, or about the first part alone.",
    fix: "Send each text part as a part; join them where the protocol takes one text.",
    needs: ["meaning"],
  }),
  "history-arrives": must({
    clause:
      "A history with tool calls and their results reaches the provider in order, each result with its call, or is refused with LLM_UNSUPPORTED.",
    why: "A conversation that is resumed has forgotten what was looked up, and the model makes it up.",
    fix: "Translate every role; where the protocol has no place for calls and results, refuse them before anything is sent.",
    needs: ["meaning"],
  }),
} as const satisfies Readonly<Record<string, Check>>;

/** Judges them. */
export async function judgeMessages({
  open,
  check,
  signal,
}: CaseContext<LLM, keyof typeof messageChecks>): Promise<void> {
  await check("text-parts-arrive", async () => {
    for (const said of [parts, [parts.join("")]]) {
      const { subject, sent } = await open({ script: ["Hello."] });
      const content = said.map((text) => ({ type: "text" as const, text }));
      await generate(subject, { messages: [{ role: "user", content }] }, { signal });
      const messages = sent()[0]?.turn?.messages.map((message) =>
        message.role === "tool" ? message : { role: message.role, content: squeezed(textOf(message.content)) },
      );
      equal(messages, [{ role: "user", content: squeezed(said.join("")) }], "the messages sent (without white space)");
    }
  });
  await check("history-arrives", async () => {
    const { subject, sent } = await open({ script: ["Goodbye."] });
    const pending = generate(subject, { messages: lookedUp }, { signal });
    if (await isUnsupported(pending)) return expectNothingSent(sent());
    const messages = sent()[0]?.turn?.messages ?? [];
    equal(messages.map(readable), lookedUp.map(readable), "the history sent");
    equal(
      resultsIn(messages).map(({ id }) => id),
      callsIn(messages).map(({ id }) => id),
      "the ids of the sent results (against those of their calls)",
    );
  });
}

/** Whether a call is refused as unsupported; any other failure is one. */
export async function isUnsupported(pending: Promise<unknown>): Promise<boolean> {
  try {
    await pending;
    return false;
  } catch (error) {
    if (await rejectsWith(pending, "LLM_UNSUPPORTED")) return true;
    throw error;
  }
}

const squeezed = (text: string) => text.replace(/\s/g, "");
