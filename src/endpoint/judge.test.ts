import { describe, expect, onTestFinished, test } from "vitest";
import type { Reply, TurnRequest } from "../contract/index.js";
import { serve } from "../mock-server/index.js";
import type { SuiteReport } from "../suite/index.js";
import { withControl } from "./control.js";
import { type JudgeOptions, judgeEndpoint } from "./judge.js";
import { planOf } from "./plan.js";
import { profiles } from "./profiles.js";
import { type ObedientOptions, obedientModel } from "./testing/obedient-model.js";

const usual: JudgeOptions = {
  profile: "default",
  repeat: 1,
  maxOutputTokens: 128,
  concurrency: 4,
  answerMs: 5_000,
  signal: new AbortController().signal,
};

async function judge(model: ObedientOptions = {}, options: Partial<JudgeOptions> = {}, apiKey?: string) {
  const served = await obedientModel({ models: ["m", "gemini-2.5-flash"], ...model });
  onTestFinished(served.close);
  const { protocol = "openai" } = model;
  const target = { protocol, baseURL: served.baseURL, model: protocol === "openai" ? "m" : "gemini-2.5-flash", apiKey };
  return { ...(await judgeEndpoint(target, { ...usual, ...options })), served };
}

const withStatus = ({ verdicts }: SuiteReport, ...statuses: readonly string[]) =>
  verdicts
    .filter(({ status }) => statuses.includes(status))
    .map(({ id, status, reason }) => `${id} ${status}: ${reason}`);

describe.each(["openai", "google"] as const)("an endpoint of the %s protocol that has everything", (protocol) => {
  test.each(profiles.filter((profile) => profile !== "embed"))(
    "conforms under the profile %s, within its plan",
    async (profile) => {
      const { report, requests, served } = await judge({ protocol }, { profile });
      expect(withStatus(report, "failed", "warned", "blocked", "harness-error")).toEqual([]);
      expect(report.judged).toBeGreaterThan(20);
      expect(served.requests()).toBe(requests);
      expect(requests).toBeLessThanOrEqual(planOf({ ...usual, profile, claims: {} }).requests);
      expect(served.busiest()).toBeLessThanOrEqual(4);
    },
  );
});

test("the default profile is small", () => {
  const { requests, outputTokens } = planOf({ ...usual, claims: {} });
  expect(requests).toBeLessThanOrEqual(30);
  expect(outputTokens).toBeLessThanOrEqual(4_000);
});

describe("an endpoint that lacks something", () => {
  test("does not claim what it clearly refuses", async () => {
    const refusal = () =>
      Response.json(
        { error: { message: "m:latest does not support tools", type: "invalid_request_error" } },
        { status: 400 },
      );
    const { report } = await judge({ answer: ({ tools }) => (tools ? refusal() : undefined) });
    const honest = report.verdicts.find(({ id }) => id === "CapabilitiesAreHonest/tools");
    expect(honest).toMatchObject({ status: "unclaimed", reason: expect.stringContaining("does not support tools") });
    expect(withStatus(report, "failed", "blocked", "harness-error")).toEqual([]);
    const loop = report.verdicts.filter((verdict) => verdict.case === "ToolLoop");
    expect(new Set(loop.map(({ status }) => status))).toEqual(new Set(["unclaimed"]));
  });

  test("fails where it takes a schema and ignores it", async () => {
    const { report } = await judge({ answer: ({ schema }) => (schema ? "Paris is a city." : undefined) });
    expect(withStatus(report, "failed").map((line) => line.split(" ")[0])).toEqual(
      expect.arrayContaining(["CapabilitiesAreHonest/structured-output", "StructuredOutputIsJSON/text-parses"]),
    );
  });

  test("fails where a claim is made for it that it refuses", async () => {
    const answer = ({ tools }: TurnRequest): Reply | undefined =>
      tools ? { error: { code: "LLM_REQUEST_REJECTED" } as const } : undefined;
    const { report } = await judge({ answer }, { claims: { tools: true } });
    expect(withStatus(report, "failed").join()).toContain("CapabilitiesAreHonest/tools");
  });
});

describe("what cannot be judged", () => {
  test("a refused key blocks everything after one request", async () => {
    const { report, requests } = await judge({ apiKey: "right-key-0123" }, {}, "wrong-key-0123");
    expect(requests).toBe(1);
    const contract = report.verdicts.filter((verdict) => verdict.case !== "Wire" && verdict.case !== "OurRequests");
    expect(new Set(contract.map(({ status }) => status))).toEqual(new Set(["blocked", "not-run"]));
    expect(contract[0]?.reason).toContain("LLM_UNAUTHORIZED");
    expect(JSON.stringify(report)).not.toMatch(/(?:right|wrong)-key-0123/);
  });

  test("a rate limit in the middle blocks what it meets", async () => {
    const { report } = await judge({
      answer: ({ tools }) => (tools ? { error: { code: "LLM_RATE_LIMITED" } } : undefined),
    });
    expect(withStatus(report, "failed")).toEqual([]);
    expect(withStatus(report, "blocked").join()).toContain("LLM_RATE_LIMITED");
  });

  test("an endpoint that hangs ends at the deadline, with a report", async () => {
    const deadline = new AbortController();
    const { report, interrupted } = await judge(
      {
        answer: ({ tools }) => {
          if (!tools) return undefined;
          deadline.abort("the deadline of 300 s has passed");
          return { stall: true };
        },
      },
      { signal: deadline.signal },
    );
    expect(interrupted).toBe("the deadline of 300 s has passed");
    expect(withStatus(report, "failed", "harness-error")).toEqual([]);
    expect(report.verdicts.find(({ id }) => id === "ToolLoop/tool-is-called-once")).toMatchObject({
      status: "blocked",
      reason: expect.stringContaining("deadline"),
    });
    // What had been judged before it stays.
    expect(report.verdicts.find(({ id }) => id === "Enabled/answers")).toMatchObject({ status: "passed" });
  });

  test("an answer that runs into our own limit of tokens", async () => {
    const { report } = await judge({
      answer: ({ schema }) => (schema ? { text: '{"name": "Par', finishReason: "length" } : undefined),
    });
    const parses = report.verdicts.find(({ id }) => id === "StructuredOutputIsJSON/text-parses");
    expect(parses).toMatchObject({ status: "blocked", reason: expect.stringContaining("--max-output-tokens") });
  });

  test("more requests than were allowed are not sent", async () => {
    const { report, served } = await judge({}, { maxRequests: 7 });
    expect(served.requests()).toBe(7);
    expect(withStatus(report, "blocked").join()).toContain("all 7 requests");
  });
});

describe("a model that does not call", () => {
  const refuseForced = ({ toolChoice }: TurnRequest) =>
    toolChoice === "required"
      ? Response.json(
          { error: { message: "tool_choice is not supported", type: "invalid_request_error" } },
          { status: 400 },
        )
      : undefined;

  test("is not judged by what it does with calls, where it cannot be made to call", async () => {
    const { report } = await judge({
      answer: (turn) => refuseForced(turn) ?? (turn.tools ? "It is mild." : undefined),
    });
    expect(withStatus(report, "failed")).toEqual([]);
    const [first] = report.verdicts.filter((verdict) => verdict.case === "ToolLoop");
    expect(first).toMatchObject({ status: "blocked", reason: expect.stringContaining("answered without calling") });
  });

  test("is asked without force where its endpoint knows none", async () => {
    const { report } = await judge({ answer: refuseForced });
    expect(withStatus(report, "failed", "blocked")).toEqual([]);
    expect(report.verdicts.find(({ id }) => id === "ToolLoop/result-is-used")?.status).toBe("passed");
  });

  test("fails where the result of its call is not what it goes on with", async () => {
    const told = ({ messages }: TurnRequest) => messages.some(({ role }) => role === "tool");
    const { report } = await judge({ answer: (turn) => (told(turn) ? "It is 21 degrees." : undefined) });
    expect(withStatus(report, "failed").join()).toContain("ToolLoop/result-is-used");
  });
});

test("what fails now and then is told as k of n", async () => {
  let asked = 0;
  const { report } = await judge(
    { answer: ({ schema }) => (schema && asked++ % 3 === 2 ? "Paris" : undefined) },
    { profile: "structured", repeat: 3, claims: {} },
  );
  const failed = report.verdicts.filter(({ runs }) => runs);
  expect(failed.length).toBeGreaterThan(0);
  for (const { runs, reason } of failed) {
    expect(runs?.of).toBe(3);
    expect(reason).toMatch(/^failed [12] of 3 times: /);
  }
});

describe("a profile that is not the model's", () => {
  const notFound = () =>
    Response.json({ error: { message: "no such route", type: "invalid_request_error" } }, { status: 404 });

  test("ends after one request where the model does not embed", async () => {
    const served = await serve({ basePath: "/v1", fetch: async () => notFound() });
    onTestFinished(served.close);
    const target = { protocol: "openai", baseURL: served.baseURL, model: "m" } as const;
    const { report, requests, unanswered } = await judgeEndpoint(target, { ...usual, profile: "embed" });
    expect(requests).toBe(1);
    expect(unanswered?.reason).toContain("a plain text to embed failed");
    expect(withStatus(report, "failed", "warned", "passed")).toEqual([]);
  });

  test("ends after one request where the model embeds and does not chat", async () => {
    const { report, requests, unanswered } = await judge({ answer: notFound }, { profile: "chat" });
    expect(requests).toBe(1);
    expect(unanswered?.reason).toContain('a plain "Say hello." failed');
    expect(withStatus(report, "failed", "warned", "passed")).toEqual([]);
  });
});

test("what could never be judged is not blocked by a deadline, nor by a key", async () => {
  const over = new AbortController();
  over.abort("the deadline of 1 s has passed");
  const late = await judge({}, { signal: over.signal });
  const refused = await judge({ apiKey: "right-key-0123" }, {}, "wrong-key-0123");
  for (const { report } of [late, refused]) {
    const scripted = report.verdicts.filter(({ about }) => about.needs?.includes("script"));
    expect(scripted.length).toBeGreaterThan(10);
    expect(new Set(scripted.map(({ status, reason }) => `${status}: ${reason?.slice(0, 12)}`))).toEqual(
      new Set(["not-run: needs script"]),
    );
    expect(report.judged).toBe(0);
  }
});

test("tokens that the endpoint does not count are unknown", async () => {
  const uncounted = await judge({ answer: () => ({ text: "Hello there, friend.", usage: {} }) }, { profile: "chat" });
  expect("outputTokens" in uncounted).toBe(false);
  expect((await judge({}, { profile: "chat" })).outputTokens).toBeGreaterThan(0);
});

test("what fails at the control for the same reason is told once", async () => {
  const { report } = await judge(
    { answer: ({ schema }) => (schema ? "Paris." : undefined) },
    { profile: "structured" },
  );
  const lines = withStatus(withControl(report, report), "blocked");
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).not.toContain("(there:");
  expect(lines.join()).toMatch(/it fails at the control too, so it is the model's fault/);
});

describe("the wire is judged beside the contract", () => {
  test("what our driver forgives does not hide the endpoint's fault", async () => {
    const { report } = await judge({ quirks: ["TC-01", "TERM-09"] });
    const contract = withStatus(report, "failed").filter((line) => !line.startsWith("Wire/"));
    expect(contract).toEqual([]);
    const wire = report.verdicts.filter((verdict) => verdict.case === "Wire" && verdict.status === "failed");
    expect(wire.map(({ id }) => id).sort()).toEqual([
      "Wire/endings-calls-under-the-label-stop",
      "Wire/tool-calls-calls-without-an-id",
    ]);
    for (const { reason, sent, replied, about } of wire) {
      expect(reason).toMatch(/\w/);
      expect(sent).toContain("/v1/chat/completions");
      expect(replied).toMatch(/^200 /);
      expect(about.clause).toMatch(/^[A-Z`].*\.$/);
    }
  });

  test("a deviation that is known does not count, until it is gone", async () => {
    const known = { "Wire/tool-calls-calls-without-an-id": "a gateway of 2024, to be replaced" };
    const listed = await judge({ quirks: ["TC-01"] }, { knownFailures: known });
    const [verdict] = listed.report.verdicts.filter(({ id }) => id in known);
    expect(verdict).toMatchObject({ status: "failed", known: { stale: false } });
    const gone = await judge({}, { knownFailures: known });
    expect(gone.report.verdicts.find(({ id }) => id in known)).toMatchObject({
      status: "failed",
      known: { stale: true },
    });
    const misspelt = judge({}, { knownFailures: { "Wire/tool-calls-without-an-id": "a reason" } });
    await expect(misspelt).rejects.toThrow("Wire/tool-calls-calls-without-an-id");
  });
});
