import { describe, expect, onTestFinished, test } from "vitest";
import type { SuiteReport } from "../suite/index.js";
import { judgeEndpoint } from "./judge.js";
import { repeated } from "./lost-pieces.js";
import { type ObedientOptions, obedientModel } from "./testing/obedient-model.js";

// What a gateway does to the replies of an endpoint without fault.

async function judge(model: ObedientOptions): Promise<SuiteReport> {
  const served = await obedientModel({ models: ["m"], ...model });
  onTestFinished(served.close);
  const { report, requests } = await judgeEndpoint(
    { protocol: model.protocol ?? "openai", baseURL: served.baseURL, model: "m" },
    {
      ...{ profile: "default", repeat: 1, maxOutputTokens: 128, concurrency: 4, answerMs: 5_000 },
      signal: new AbortController().signal,
    },
  );
  expect(requests).toBeLessThanOrEqual(30);
  return report;
}

const told = (report: SuiteReport, ...statuses: readonly string[]) =>
  report.verdicts.filter(({ status }) => statuses.includes(status)).map(({ id, reason }) => `${id}: ${reason}`);
const blamed = (report: SuiteReport) => told(report, "failed", "warned", "harness-error");

const isStream = (reply: Response) => reply.headers.get("content-type")?.includes("event-stream") === true;
const inPlaceOf = (reply: Response, body: string | ReadableStream, headers: Record<string, string> = {}) =>
  new Response(body, { status: reply.status, headers: { ...Object.fromEntries(reply.headers), ...headers } });
/** Every streamed body, changed. */
const onStreams = (change: (text: string, body: string) => string): ObedientOptions => ({
  bend: (text, reply, body) => (isStream(reply) ? inPlaceOf(reply, change(text, body)) : undefined),
});
const isRepeat = (body: string) => body.includes(repeated);
/** Without its chunk of this number that has text. */
const withoutPiece = (text: string, which: number) => {
  let count = 0;
  return text.replaceAll(/data: \{.*"content":"[^"]+".*\}\n\n/g, (event) => (count++ === which ? "" : event));
};

describe("a piece of a stream that is dropped", () => {
  test.each([0, 1, 17, 89])("is told, with where it was: number %i", async (which) => {
    const report = await judge(onStreams((text, body) => (isRepeat(body) ? withoutPiece(text, which) : text)));
    expect(blamed(report)).toEqual([expect.stringMatching(/^Wire\/framing-pieces-that-are-lost: .*lacks "[a-z]+"/)]);
    expect(told(report, "failed")).toHaveLength(1);
  });

  test("is only suspected where nothing is counted", async () => {
    const report = await judge({
      answer: ({ messages }) =>
        JSON.stringify(messages).includes(repeated) ? { text: repeated, usage: {} } : undefined,
      ...onStreams((text, body) => (isRepeat(body) ? withoutPiece(text, 17) : text)),
    });
    expect(told(report, "warned")).toEqual([expect.stringMatching(/pieces-that-are-lost: .*may have left it out/)]);
  });

  test("is not told of a model that leaves a word out in whole replies too", async () => {
    const short = repeated.replace("garden ", "");
    const report = await judge({
      answer: ({ messages }) => (JSON.stringify(messages).includes(repeated) ? short : undefined),
    });
    expect(blamed(report)).toEqual([]);
    const verdict = report.verdicts.find(({ id }) => id === "Wire/framing-pieces-that-are-lost");
    expect(verdict?.status).toBe("not-run");
  });

  test.each([
    ["something else", "I would rather not repeat words, however politely I am asked to."],
    ["words in other places", repeated.split(" ").reverse().join(" ")],
    ["a preface", `Here they are: ${repeated}`],
  ])("is not told of a model that answers with %s", async (_, answer) => {
    const report = await judge({
      answer: ({ messages }) => (JSON.stringify(messages).includes(repeated) ? answer : undefined),
    });
    expect(blamed(report)).toEqual([]);
  });
});

describe("the arguments of a streamed call", () => {
  const withoutArguments = (text: string) => {
    let count = 0;
    return text.replaceAll(/data: \{.*"function":\{"arguments":"[^}]+"\}.*\}\n\n/g, (event) =>
      count++ === 0 ? "" : event,
    );
  };

  test("that do not join to JSON, while whole ones are: told", async () => {
    const report = await judge(onStreams(withoutArguments));
    expect(blamed(report)).toEqual([
      expect.stringMatching(
        /^Wire\/tool-calls-arguments-that-do-not-join: .*those of the \d+ replies that came whole are/,
      ),
    ]);
    expect(told(report, "failed")).toHaveLength(1);
  });
});

describe("a connection", () => {
  test("that stays open behind [DONE] is told, and all else is judged", async () => {
    const report = await judge({
      bend(text, reply) {
        if (!isStream(reply)) return undefined;
        const open = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) });
        return inPlaceOf(reply, open);
      },
    });
    expect(blamed(report)).toEqual(["Wire/endings-open-after-the-sentinel: the connection stays open after [DONE]"]);
    expect(report.verdicts.find(({ id }) => id === "Wire/usage-usage-asked-for-and-not-sent")?.status).toBe("passed");
  });

  test("that breaks in every stream fails", async () => {
    const report = await judge({
      bend(text, reply) {
        if (!isStream(reply)) return undefined;
        const half = new TextEncoder().encode(text.slice(0, text.length / 2));
        let isSent = false;
        const broken = new ReadableStream({
          pull(controller) {
            if (isSent) throw new Error("the upstream died");
            isSent = true;
            controller.enqueue(half);
          },
        });
        return inPlaceOf(reply, broken);
      },
    });
    expect(told(report, "failed")).toEqual([
      expect.stringMatching(/^Wire\/endings-every-stream-breaks-off: the connection of each of the \d streams broke/),
    ]);
  });
});

describe("the type of a stream", () => {
  test("that is another's hides nothing of what is in it", async () => {
    const report = await judge({
      quirks: ["SHP-60"],
      bend: (text, reply) =>
        isStream(reply) ? inPlaceOf(reply, text, { "content-type": "application/json" }) : undefined,
    });
    expect(blamed(report).map((line) => line.split(":")[0])).toEqual([
      "Wire/shape-role-of-another",
      "Wire/framing-events-under-another-type",
    ]);
  });

  test("hides no whole reply where a stream was asked for", async () => {
    const report = await judge({
      quirks: ["SSE-80"],
      bend: (text, reply) => inPlaceOf(reply, text, { "content-type": "text/event-stream" }),
    });
    expect(told(report, "failed").map((line) => line.split(":")[0])).toContain(
      "Wire/framing-a-whole-reply-where-a-stream-was-asked-for",
    );
    expect(told(report, "failed").join()).not.toContain("a-stream-without-events");
  });
});

describe("a stream whose lines are legal and rare", () => {
  const notRun = (report: SuiteReport) =>
    report.verdicts.filter((verdict) => verdict.case === "Wire" && verdict.status === "not-run").map(({ id }) => id);

  test("is judged by everything that judges any other", async () => {
    const usual = notRun(await judge({}));
    const forms: Record<string, (text: string) => string> = {
      "no space, CRLF": (text) => text.replaceAll("data: ", "data:").replaceAll("\n", "\r\n"),
      CR: (text) => text.replaceAll("\n", "\r"),
      comments: (text) => `: hello\n\n${text.replaceAll("data: ", "event: message\nid: 7\ndata: ")}`,
    };
    for (const [name, change] of Object.entries(forms)) {
      const report = await judge(onStreams(change));
      expect(blamed(report), name).toEqual([]);
      expect(notRun(report), name).toEqual(usual);
    }
  });
});

describe("a forced call that is not made", () => {
  test("fails once, and what needs a call says that there was none", async () => {
    const report = await judge({ answer: ({ tools }) => (tools ? "It is mild." : undefined) });
    expect(blamed(report)).toEqual([expect.stringMatching(/^Wire\/tool-calls-forced-call-is-not-made: /)]);
    const blocked = told(report, "blocked");
    expect(blocked.length).toBeGreaterThan(5);
    for (const line of blocked) expect(line).toMatch(/answered without calling get_temperature, also when .* forced/);
  });

  test("fails once where the model calls only by itself", async () => {
    const report = await judge({
      answer: ({ tools, toolChoice }) => (tools && toolChoice === "required" ? "It is mild." : undefined),
    });
    expect(blamed(report)).toEqual([expect.stringMatching(/^Wire\/tool-calls-forced-call-is-not-made: /)]);
    expect(told(report, "blocked")).toEqual([]);
  });

  test("is told of the other protocol", async () => {
    const report = await judge({ protocol: "google", answer: ({ tools }) => (tools ? "It is mild." : undefined) });
    expect(blamed(report).map((line) => line.split(":")[0])).toEqual(["Wire/tool-calls-forced-call-is-not-made"]);
  });
});
