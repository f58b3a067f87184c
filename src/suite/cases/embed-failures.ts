import { inspect } from "node:util";
import type { LLMErrorCode, ScriptedError } from "../../contract/index.js";
import { embed } from "../ask.js";
import { embedderCase, must } from "../case.js";
import { equal, expectError } from "../expect.js";
import { expectThat, mismatch } from "../failure.js";

const hello = { texts: ["hello"] };

/** What goes wrong, as which status it may be told, and whether trying again can help. */
type Row = readonly [error: ScriptedError, statuses: readonly number[], retryable: boolean];
const rows: readonly Row[] = [
  [{ code: "EMBED_UNAUTHORIZED" }, [401, 403], false],
  [{ code: "EMBED_MODEL_NOT_FOUND" }, [404], false],
  [{ code: "EMBED_RATE_LIMITED", retryAfterMs: 1_500 }, [429], true],
  [{ code: "EMBED_QUOTA_EXCEEDED" }, [402, 429], false],
  [{ code: "EMBED_REQUEST_REJECTED", status: 422 }, [422], false],
  [{ code: "EMBED_PROVIDER_ERROR", status: 503, retryAfterMs: 2_500 }, [503], true],
];
const replyRows: readonly Row[] = [
  [{ code: "EMBED_BAD_RESPONSE" }, [502], false],
  [{ code: "EMBED_STREAM_INTERRUPTED" }, [502], false],
  [{ code: "EMBED_NETWORK_ERROR" }, [502], true],
];

export const embedErrorsAreMapped = embedderCase({
  name: "EmbedErrorsAreMapped",
  claim: "Whatever goes wrong at the provider is one error with an embedder's code, a status and advice.",
  script: [],
  checks: {
    "status-is-mapped": must({
      clause:
        "A refused key, a missing model, a limit, a spent quota, a rejection and a 5xx each have their EMBED_ code, status and `retryable`.",
      why: "An indexing job of a night gives up at the first overload, or tries all night with an expired key.",
      fix: "Map statuses and bodies with the function that the LLM uses, under the prefix EMBED_.",
      needs: ["script"],
    }),
    "wait-is-told": must({
      clause: "`retryAfterMs` is how long the provider asked to wait.",
      why: "A job that comes back too early is banned for longer.",
      fix: "Read it from the headers or the body, in milliseconds.",
      needs: ["script"],
    }),
    "bad-reply-is-mapped": must({
      clause: "A body that is not JSON, one that breaks off and a dropped connection each have their EMBED_ code.",
      why: "A SyntaxError or a TypeError of the transport escapes.",
      fix: "Catch what parsing and the transport throw where the reply is read.",
      needs: ["script"],
    }),
    "error-tells-no-key": must({
      clause: "No error holds the key that the embedder was made with, also where the provider quotes it.",
      why: "Errors go to logs, trackers and users; a key in one is a key to be replaced.",
      fix: "Replace the key in whatever comes from the provider.",
      needs: ["script", "key"],
    }),
    "silence-times-out": must({
      clause: "A request without any reply rejects with EMBED_TIMEOUT (504) after the time set for headers.",
      why: "A job hangs at one batch for ever.",
      fix: "Bound the wait for headers by the option `timeouts.headers`.",
      needs: ["script", "raw"],
    }),
  },
  async run({ open, check, soon, signal }) {
    const { apiKey = "" } = await open();
    const play = async (failures: readonly Row[]) => {
      const { subject } = await open({ script: failures.map(([error]) => ({ error })) });
      const errors = [];
      for (const [{ code }] of failures) errors.push(await expectError(embed(subject, hello, { signal }), code));
      return errors;
    };
    const expectMapped = async (failures: readonly Row[]) => {
      const errors = await play(failures);
      failures.forEach(([{ code }, statuses, retryable], i) => {
        const status = errors[i]?.status ?? 0;
        expectThat(statuses.includes(status), mismatch(`\`status\` of ${code}`, statuses.join(" or "), String(status)));
        equal(errors[i]?.retryable, retryable, `\`retryable\` of ${code}`);
      });
    };
    await check("status-is-mapped", () => expectMapped(rows));
    await check("wait-is-told", async () => {
      const waiting = rows.filter(([{ retryAfterMs }]) => retryAfterMs !== undefined);
      for (const [i, { retryAfterMs, code }] of (await play(waiting)).entries())
        equal(retryAfterMs, waiting[i]?.[0].retryAfterMs, `\`retryAfterMs\` of ${code}`);
    });
    await check("bad-reply-is-mapped", () => expectMapped(replyRows));
    await check("error-tells-no-key", async () => {
      const message = `Nothing is known of "${apiKey}" here.`;
      const errors = await play(rows.map(([error, ...rest]) => [{ ...error, message }, ...rest]));
      for (const error of errors) {
        const shown = inspect(error, { depth: 12, showHidden: true }) + JSON.stringify(error);
        expectThat(
          !shown.includes(apiKey),
          mismatch(
            `the ${error.code}, inspected or as JSON`,
            "no key in it",
            "the one that the embedder was made with",
          ),
        );
      }
    });
    await check("silence-times-out", async () => {
      const { subject } = await open({ script: [{ stall: true }], timeouts: { headers: 20 } });
      const pending = soon(
        embed(subject, hello, { signal }),
        "the request, to be given up after 20 ms (`timeouts.headers`), did not end",
      );
      await expectError(pending, "EMBED_TIMEOUT", { status: 504 });
    });
  },
});

const overloaded = { error: { code: "EMBED_PROVIDER_ERROR", status: 503, retryAfterMs: 1 } } as const;
const lasting: readonly LLMErrorCode[] = ["EMBED_UNAUTHORIZED", "EMBED_QUOTA_EXCEEDED", "EMBED_REQUEST_REJECTED"];

export const embedRetriesAreBounded = embedderCase({
  name: "EmbedRetriesAreBounded",
  claim: "What may pass by itself is tried again, as often as it should be, and only that.",
  script: [overloaded],
  prompt: { texts: Array.from({ length: 300 }, (_, i) => `chapter ${i} is about bees`) },
  checks: {
    "passing-failure-is-tried-again": must({
      clause: "A 5xx is tried again, and the vectors come back.",
      why: "An indexing job of a night ends at an overload of a second.",
      fix: "Try again where the error is retryable.",
      needs: ["script", "retries"],
    }),
    "lasting-failure-is-not": must({
      clause: "A refused key, a spent quota and a bad request are not tried again.",
      why: "What cannot succeed is sent three times.",
      fix: "Look at `retryable`, not at the status alone.",
      needs: ["script", "retries"],
    }),
    "count-is-exact": must({
      clause: "With `maxRetries: 2` a failure that lasts is sent three times, and with 0 once.",
      why: "An outage is answered with a storm of requests.",
      fix: "Count the attempts; the first is no retry, and 0 is not the default.",
      needs: ["script", "retries"],
    }),
    "only-the-failed-part-again": must({
      clause: "Of a list that is split, only the part that failed is sent again.",
      why: "Everything that went well is paid for twice.",
      fix: "Retry the request, not the whole call.",
      needs: ["script", "retries", "meaning"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    await open();
    await check("passing-failure-is-tried-again", async () => {
      const { subject, sent } = await open({ script: [overloaded], maxRetries: 1 });
      equal((await embed(subject, hello, { signal })).vectors.length, 1, "the number of vectors");
      equal(sent().length, 2, "the number of requests sent");
    });
    await check("lasting-failure-is-not", async () => {
      const { subject, sent } = await open({ script: lasting.map((code) => ({ error: { code } })), maxRetries: 2 });
      for (const [i, code] of lasting.entries()) {
        const failing = embed(subject, hello, { signal });
        await failing.catch(() => {});
        equal(sent().length, i + 1, `the number of requests sent up to and with ${code}`);
        await expectError(failing, code);
      }
    });
    await check("count-is-exact", async () => {
      for (const maxRetries of [0, 2]) {
        const { subject, sent } = await open({ script: [overloaded, overloaded, overloaded, overloaded], maxRetries });
        const failing = embed(subject, hello, { signal });
        await failing.catch(() => {});
        equal(sent().length, maxRetries + 1, `the number of requests sent with \`maxRetries: ${maxRetries}\``);
        await expectError(failing, "EMBED_PROVIDER_ERROR");
      }
    });
    await check("only-the-failed-part-again", async () => {
      const { subject, sent } = await open({ maxRetries: 1, script: [overloaded] });
      equal((await embed(subject, prompt, { signal })).vectors.length, prompt.texts.length, "the number of vectors");
      const counts = sent().map((request) => request.embed?.texts.length ?? 0);
      const all = counts.reduce((sum, count) => sum + count, 0);
      equal(
        all,
        prompt.texts.length + (counts[0] ?? 0),
        `the number of texts sent, in requests of ${counts.join(", ")}`,
      );
    });
  },
});
