// What is measured. Each scenario is played on a fresh process a subject and round: some times to warm up, then as often as
// `times` says, and the median counts.

/** A delta, as long as a token is, and different each time. */
export const word = (i) => ` word${String(i).padStart(6, "0")}`;
export const plainText = Array.from({ length: 50 }, (_, i) => word(i)).join("");
export const bigText = "x".repeat(4 * 1024 * 1024);

const text = Array.from({ length: 5000 }, (_, i) => `line ${i} of it, `).join("");
const call = JSON.stringify({ text });
/** The arguments of a call `note({ text })`, in 5,000 pieces. */
export const argumentPieces = Array.from({ length: 5000 }, (_, i) =>
  call.slice(Math.floor((i * call.length) / 5000), Math.floor(((i + 1) * call.length) / 5000)),
);
export const noteTool = {
  name: "note",
  description: "Keeps a text.",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};

const lengthOf = (count) => count * word(0).length;
const expect = (seen, expected) => {
  if (seen !== expected) throw new Error(`${seen} characters came, and ${expected} were sent`);
};
const oneStream = (count, extra) => ({
  path: `stream-${count}`,
  warm: 8,
  times: 15,
  ...extra,
  async play(client, told) {
    expect(await client.stream(told), lengthOf(count));
  },
});

export const scenarios = {
  stream: { title: "a stream of 5,000 deltas", ...oneStream(5000) },
  "stream-1000": { title: "a stream of 1,000 deltas", ...oneStream(1000) },
  "stream-100000": { title: "a stream of 100,000 deltas", ...oneStream(100_000, { warm: 1, times: 3 }) },
  streams: {
    title: "100 streams of 200 deltas at once",
    path: "stream-200",
    warm: 3,
    times: 8,
    async play(client) {
      const seen = await Promise.all(Array.from({ length: 100 }, () => client.stream(() => {})));
      for (const length of seen) expect(length, lengthOf(200));
    },
  },
  arguments: {
    title: "a tool call in 5,000 pieces",
    path: "arguments",
    warm: 5,
    times: 10,
    async play(client) {
      expect((await client.call()).text.length, text.length);
    },
  },
  event: {
    title: "one event of 4 MB",
    path: "event",
    warm: 2,
    times: 6,
    async play(client, told) {
      expect(await client.stream(told), bigText.length);
    },
  },
  plain: {
    title: "100 plain requests, one after the other",
    path: "plain",
    warm: 3,
    times: 8,
    async play(client) {
      for (let i = 0; i < 100; i++) expect(await client.plain(), plainText.length);
    },
  },
};
