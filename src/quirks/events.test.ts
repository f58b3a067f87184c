import { expect, test } from "vitest";
import { quirks } from "./catalogue.js";
import { eventsOf, inPlainForm, objectsOf } from "./events.js";
import { textOf, type WireExchange, withReads } from "./exchange.js";
import { delta, end, streamed, total } from "./testing/clean-exchange.js";

const { exchange: usual } = streamed("a stream", { model: "m" }, {}, [
  delta({ role: "assistant", content: "" }),
  ...["The ", "sky ", "is ", "blue ", "by day."].map((content) => delta({ content })),
  end(),
  total(),
]);
const written = (change: (text: string) => string): WireExchange => ({
  ...usual,
  reply: withReads(usual.reply, change(textOf(usual.reply))),
});
const forms: Readonly<Record<string, WireExchange>> = {
  "no space, CRLF": written((text) => text.replaceAll("data: ", "data:").replaceAll("\n", "\r\n")),
  CR: written((text) => text.replaceAll("\n", "\r")),
  "comments and other fields": written(
    (text) => `: hi\n\n${text.replaceAll("data: ", "event: message\nid: 7\ndata: ")}`,
  ),
  "a mark in front, and no blank line behind": written((text) => `\ufeff${text.trimEnd()}`),
};

test.each(Object.entries(forms))("events are the same in another form: %s", (_, exchange) => {
  expect(eventsOf(exchange).map(({ data }) => data)).toEqual(eventsOf(usual).map(({ data }) => data));
  expect(objectsOf(exchange)).toEqual(objectsOf(usual));
});

test.each(Object.entries(forms))(
  "what can be put into a stream can be put into one of that form: %s",
  (_, exchange) => {
    const deviations = quirks.filter((quirk) => quirk.class === "deviation" && quirk.protocols.includes("openai"));
    const put = deviations.filter((quirk) => "inject" in quirk && quirk.inject(usual)).map(({ id }) => id);
    expect(put.length).toBeGreaterThan(20);
    const putHere = deviations.filter((quirk) => "inject" in quirk && quirk.inject(inPlainForm(exchange)));
    expect(putHere.map(({ id }) => id)).toEqual(put);
  },
);

test("a stream that is still being recorded is read anew", () => {
  const reads: Uint8Array[] = [];
  const growing: WireExchange = { ...usual, reply: { ...usual.reply, reads } };
  expect(eventsOf(growing)).toEqual([]);
  reads.push(...usual.reply.reads);
  expect(eventsOf(growing)).toEqual(eventsOf(usual));
});
