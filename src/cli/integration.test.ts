import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { LLMock } from "@copilotkit/aimock";
import { describe, expect, it, onTestFinished } from "vitest";
import { liveClaims } from "../../integration/live-claims.js";
import integrationConfig from "../../vitest.integration.config.js";
import type { LLM } from "../contract/index.js";
import { openAICompatible } from "../drivers/index.js";
import { type ObedientOptions, obedientModel } from "../endpoint/testing/obedient-model.js";
import { createGoogleServer, serve } from "../mock-server/index.js";
import { answerLivePrompts } from "../stages/testing/live-answers.js";
import { temperatureAnswer, temperatureCall } from "../suite/prompts.js";
import { ciRunner, root } from "./testing/run-step.js";

// Servers of ours and of others in the providers' places: no key, no network.

const key = "sentinel-key-0123456789";
const ticket = '{"queue":"zulu-7"}';
const claims = Object.keys(liveClaims);

/** A provider that holds to all of it. */
const provider = (options: ObedientOptions = {}) =>
  obedientModel({ apiKey: key, answer: ({ schema }) => (schema ? ticket : undefined), ...options });

interface Run {
  readonly isGreen: boolean;
  /** What became of each test, by provider and claim, and why. */
  readonly tests: ReadonlyMap<string, { readonly status: string; readonly why: string }>;
  readonly printed: string;
}

/** Runs the integration tests as `npm run test:integration` does, with nothing else in the environment. */
async function integration(env: Readonly<Record<string, string>>): Promise<Run> {
  const file = join(ciRunner().folder, "results.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = ["run", "--config", "vitest.integration.config.ts", "--reporter=json", `--outputFile=${file}`];
  const options = { cwd: root, env: { PATH: process.env.PATH, ...env } };
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, [vitest, ...args], options)
    .then((done) => ({ ...done, code: 0 }))
    .catch((error) => error as { stdout: string; stderr: string; code: number });
  const text = readFileSync(file, "utf8");
  const { testResults } = JSON.parse(text) as {
    testResults: {
      message: string;
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
    }[];
  };
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    isGreen: code === 0,
    tests: new Map(all.map((one) => [one.fullName, { status: one.status, why: one.failureMessages.join("\n") }])),
    printed: text + stdout + stderr,
  };
}

async function aimock(): Promise<LLMock> {
  const mock = new LLMock({ host: "127.0.0.1", port: 0, auth: { apiKeys: [key] } });
  mock.onMessage(/ticket/, { content: ticket });
  answerLivePrompts(mock);
  await mock.start();
  onTestFinished(() => mock.stop());
  return mock;
}

describe("npm run test:integration", () => {
  it("passes where the providers hold to it, and skips those without a key", async () => {
    await using ours = await provider();
    // One server throughout: it takes no signature of a call but those that it gave itself.
    const turns = [temperatureCall, temperatureAnswer];
    const script = ["Hello there.", "Hello there.", ticket, ...turns, ...turns];
    await using ourGoogle = await serve(createGoogleServer({ apiKey: key, script }));
    const theirs = await aimock();
    const { isGreen, tests, printed } = await integration({
      EXPECTED_PROVIDERS: "openai,google,groq",
      ...{ OPENAI_API_KEY: key, OPENAI_BASE_URL: ours.baseURL },
      ...{ GEMINI_API_KEY: key, GEMINI_BASE_URL: ourGoogle.baseURL },
      ...{ GROQ_API_KEY: key, GROQ_BASE_URL: `${theirs.url}/v1` },
    });
    expect(isGreen, printed).toBe(true);
    for (const name of ["openai", "google", "groq"])
      for (const claim of claims)
        expect(tests.get(`${name} ${claim}`), `${name} ${claim}`).toMatchObject({ status: "passed" });
    expect(tests.get("mistral has its key")).toMatchObject({ status: "skipped" });
    expect(tests.has(`mistral ${claims[0]}`)).toBe(false);
    expect(printed).not.toContain(key);
  });

  it("fails for a missing key that is expected, and for what does not hold, of Google's wire too", async () => {
    const theirs = await aimock();
    theirs.clearFixtures();
    theirs.onMessage(/ticket/, { content: '{"queue":"parcels"}' });
    answerLivePrompts(theirs);
    const { isGreen, tests, printed } = await integration({
      EXPECTED_PROVIDERS: "openai,google",
      ...{ GEMINI_API_KEY: key, GEMINI_BASE_URL: theirs.url },
    });
    expect(isGreen).toBe(false);
    expect(tests.get("openai has its key")).toMatchObject({
      status: "failed",
      why: expect.stringContaining("OPENAI_API_KEY is not set"),
    });
    expect(tests.get("google enforces the schema")).toMatchObject({
      status: "failed",
      why: expect.stringContaining("parcels"),
    });
    // This server says of every answer that it cost no token.
    expect(tests.get("google accepts the request")?.why).toContain("the tokens that it counted");
    const failed = [...tests].filter(([, { status }]) => status === "failed").map(([name]) => name);
    expect(failed).toEqual(["openai has its key", "google accepts the request", "google enforces the schema"]);
    expect(printed).not.toContain(key);
  });

  it("fails for an expected provider that there is not", async () => {
    const { isGreen, printed } = await integration({ EXPECTED_PROVIDERS: "openia" });
    expect(isGreen).toBe(false);
    expect(printed).toContain('there is no provider \\"openia\\"');
  });

  it("may contact more than loopback, and leaves the reports of the other tests alone", () => {
    const { test } = integrationConfig as { test: object };
    for (const setting of ["setupFiles", "globalSetup", "reporters"]) expect(test).not.toHaveProperty(setting);
  });
});

const garbled = () => new Response("data: {not JSON\n\n", { headers: { "content-type": "text/event-stream" } });
const refused = () => Response.json({ error: { message: "unknown field" } }, { status: 400 });
const talks: ObedientOptions["answer"] = ({ tools }) => (tools ? "It is 21 degrees." : undefined);
const ungated = (llm: LLM): LLM => ({ ...llm, generate: ({ approve: _, ...request }) => llm.generate(request) });

it.each<[string, string, ObedientOptions, (llm: LLM) => LLM, string]>([
  ["accepts the request", "is refused", { answer: refused }, (llm) => llm, "unknown field"],
  ["accepts the request", "is answered with nothing", { answer: () => "" }, (llm) => llm, "the answer"],
  ["sends SSE that parses", "is garbled", { answer: garbled }, (llm) => llm, "JSON"],
  ["enforces the schema", "answers as it likes", { answer: () => '{"queue":"parcels"}' }, (llm) => llm, "parcels"],
  ["enforces the schema", "does not answer in JSON", { answer: () => "Parcels." }, (llm) => llm, "JSON"],
  ["asks for approval before the handler", "never calls", { answer: talks }, (llm) => llm, "the outcome of the call"],
  ["asks for approval before the handler", "asks nobody", {}, ungated, "denied"],
])("%s: a provider that does not, because it %s, is found", async (claim, _, options, wrap, message) => {
  await using endpoint = await provider(options);
  const llm = openAICompatible({ baseURL: endpoint.baseURL, apiKey: key, model: "m", maxRetries: 0 });
  onTestFinished(() => llm.close());
  await expect(liveClaims[claim]?.(wrap(llm))).rejects.toThrow(message);
});
