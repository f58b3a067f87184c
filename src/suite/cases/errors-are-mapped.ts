import {
  type LLM,
  type LLMError,
  type LLMErrorCode,
  llmErrorCodes,
  type ScriptedError,
  type StreamEvent,
} from "../../contract/index.js";
import { close, events, generate, named, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectError } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { hello, temperatureCall, temperatureRequest } from "../prompts.js";

/** What goes wrong, and as which status it may be told: providers differ in that. */
type Row = readonly [error: ScriptedError, ...statuses: number[]];

const html = `<html><head><title>502 Bad Gateway</title></head><body>${"<p>The gateway is not well.</p>".repeat(170)}</body></html>`;

export const errorsAreMapped = llmCase({
  name: "ErrorsAreMapped",
  claim: "Whatever goes wrong at the provider is one error with a code, a status and advice that can be relied upon.",
  script: [{ error: { code: "LLM_RATE_LIMITED" } }],
  checks: {
    "key-is-refused": must({
      clause:
        "A key that the provider refuses, or that may not do this, is LLM_UNAUTHORIZED (401 or 403), not retryable.",
      why: "An expired key is tried again and again, and looks like an outage.",
      fix: "Map 401 and 403, and what this provider says of a bad key under another status.",
      needs: ["script"],
    }),
    "model-is-not-there": must({
      clause: "A model that there is not is LLM_MODEL_NOT_FOUND (404), not retryable.",
      why: "A misspelt model cannot be told from a misspelt address.",
      fix: "Map a 404 and the provider's code for it.",
      needs: ["script"],
    }),
    "rate-limit-is-worth-waiting": must({
      clause: "Too many requests is LLM_RATE_LIMITED (429), retryable, with `retryAfterMs` where the provider told it.",
      why: "Callers give up on what would have worked a second later, or hammer the provider.",
      fix: "Map a 429; read how long to wait from the headers or the body, in milliseconds.",
      needs: ["script"],
    }),
    "quota-is-not-worth-waiting": must({
      clause: "A spent budget or a daily quota is LLM_QUOTA_EXCEEDED (402 or 429), not retryable.",
      why: "A batch waits all night for a budget that is spent.",
      fix: "Look into the body of a 429: its code or quota name tells the two apart.",
      needs: ["script"],
    }),
    "context-is-too-long": must({
      clause: "More tokens than the model takes is LLM_CONTEXT_TOO_LONG (400 or 413), not retryable.",
      why: "A caller that could shorten the history and go on is told that its request was bad.",
      fix: "Look into the body of a 400: its code or words tell.",
      needs: ["script"],
    }),
    "rejection-keeps-its-status": must({
      clause: "Any other 4xx is LLM_REQUEST_REJECTED with that status; of these only 408, 409 and 425 are retryable.",
      why: "A request that can never succeed is sent three times.",
      fix: "Pass the status on, and derive from it whether trying again can help.",
      needs: ["script"],
    }),
    "provider-failure-is-retryable": must({
      clause:
        "A 5xx is LLM_PROVIDER_ERROR with that status, retryable, with `retryAfterMs` where the provider told it.",
      why: "An overload of a second ends the conversation.",
      fix: "Map every 5xx; pass its status on.",
      needs: ["script"],
    }),
    "no-json-is-a-bad-response": must({
      clause: "A 200 whose body is not what the protocol says is LLM_BAD_RESPONSE (502), not retryable.",
      why: "A SyntaxError of JSON.parse escapes to callers who catch only provider errors.",
      fix: "Catch the parser's error, and say in your own what was expected.",
      needs: ["script"],
    }),
    "cut-answer-is-no-success": must({
      clause: "A body that breaks off is LLM_STREAM_INTERRUPTED (502) in generate() too.",
      why: "Half an answer is stored as whole, or the transport's own error escapes.",
      fix: "Map the transport's error while the body is read; take no part of a body for an answer.",
      needs: ["script"],
    }),
    "dropped-connection-is-a-network-error": must({
      clause: "A connection that is dropped before any reply is LLM_NETWORK_ERROR (502), retryable.",
      why: "`TypeError: fetch failed` escapes, and nobody knows whether trying again can help.",
      fix: "Map the transport's errors: refused, reset, DNS, TLS.",
      needs: ["script"],
    }),
    "late-error-keeps-its-code": must({
      clause:
        "An error that is reported in the middle of a stream has the same code as before it, and is not retryable.",
      why: "An overload that begins a second later is a riddle.",
      fix: "Map error objects among the chunks with the function that maps those of a status.",
      needs: ["script"],
      capabilities: ["streaming"],
    }),
    "late-turn-is-final": must({
      clause: "An error of a later turn of a tool loop keeps its code, and is not retryable.",
      why: "A caller who tries again runs the tools of the turns before a second time.",
      fix: "Once a turn has been answered, make every error of the generation final.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "provider-is-named": must({
      clause: "An error's `provider` is the LLM's, and its code is one of the contract's.",
      why: "A program with two providers cannot tell which one failed.",
      fix: "Fill `provider` in the one place where errors are made.",
      needs: ["script"],
    }),
    "message-is-short": must({
      clause: "The message is one line of at most 700 characters, and quotes no HTML.",
      why: "A gateway's error page of five kilobytes stands in every log line and dialogue.",
      fix: "Bound the message, and name a page instead of quoting it.",
      needs: ["script"],
    }),
    "error-is-data": must({
      clause: "An error survives JSON.stringify with its code, status and whether it is retryable.",
      why: "Errors that cross a queue or a process arrive as `{}`.",
      fix: "Make the fields enumerable, or give the error a toJSON().",
      needs: ["script"],
    }),
  },
  async run({ open, check, signal }) {
    const { subject: claiming } = await open();
    const { streaming } = claiming.capabilities ?? {};
    const errorsOf = async (subject: LLM, code: LLMErrorCode) => {
      const errors = [await expectError(generate(subject, hello, { signal }), code)];
      if (streaming) errors.push(await expectError(openAndRead(subject, signal), code));
      return errors;
    };
    /** Plays each error with each method. */
    const expectMapped = async (retryable: boolean, ...rows: readonly Row[]) => {
      const { subject } = await open({ script: rows.flatMap(([error]) => [{ error }, { error }]) });
      for (const [{ code, retryAfterMs }, ...statuses] of rows) {
        for (const error of await errorsOf(subject, code)) {
          const isAsTold = statuses.includes(error.status);
          expectThat(isAsTold, mismatch(`\`status\` of ${code}`, statuses.join(" or "), describe(error.status)));
          equal(error.retryable, retryable, `\`retryable\` of ${code} with status ${error.status}`);
          if (retryAfterMs !== undefined || !retryable)
            equal(error.retryAfterMs, retryAfterMs, `\`retryAfterMs\` of ${code} with status ${error.status}`);
        }
        if (!streaming) await generate(subject, hello, { signal }).catch(() => {});
      }
    };

    await check("key-is-refused", () =>
      expectMapped(
        false,
        [{ code: "LLM_UNAUTHORIZED" }, 401, 403],
        [{ code: "LLM_UNAUTHORIZED", status: 403 }, 401, 403],
      ),
    );
    await check("model-is-not-there", () => expectMapped(false, [{ code: "LLM_MODEL_NOT_FOUND" }, 404]));
    await check("rate-limit-is-worth-waiting", () =>
      expectMapped(true, [{ code: "LLM_RATE_LIMITED", retryAfterMs: 1_500 }, 429], [{ code: "LLM_RATE_LIMITED" }, 429]),
    );
    await check("quota-is-not-worth-waiting", () => expectMapped(false, [{ code: "LLM_QUOTA_EXCEEDED" }, 402, 429]));
    await check("context-is-too-long", () => expectMapped(false, [{ code: "LLM_CONTEXT_TOO_LONG" }, 400, 413]));
    await check("rejection-keeps-its-status", async () => {
      const rejected = (status: number): Row => [{ code: "LLM_REQUEST_REJECTED", status }, status];
      await expectMapped(false, rejected(400), rejected(422));
      await expectMapped(true, rejected(409));
    });
    await check("provider-failure-is-retryable", () =>
      expectMapped(
        true,
        ...[500, 502, 503, 529].map((status): Row => [{ code: "LLM_PROVIDER_ERROR", status }, status]),
        [{ code: "LLM_PROVIDER_ERROR", status: 503, retryAfterMs: 2_500 }, 503],
      ),
    );
    await check("no-json-is-a-bad-response", () => expectMapped(false, [{ code: "LLM_BAD_RESPONSE" }, 502]));
    await check("cut-answer-is-no-success", async () => {
      await expectMapped(false, [{ code: "LLM_STREAM_INTERRUPTED" }, 502]);
      const { subject } = await open({ script: [{ text: "Once upon a time there was", cut: true }] });
      await expectError(generate(subject, hello, { signal }), "LLM_STREAM_INTERRUPTED", { status: 502 });
    });
    await check("dropped-connection-is-a-network-error", () =>
      expectMapped(true, [{ code: "LLM_NETWORK_ERROR" }, 502]),
    );
    await check("late-error-keeps-its-code", async () => {
      const codes = ["LLM_RATE_LIMITED", "LLM_PROVIDER_ERROR", "LLM_BAD_RESPONSE"] as const;
      const { subject } = await open({ script: codes.map((code) => ({ text: "Once upon a time", error: { code } })) });
      for (const code of codes) {
        const error = await expectError(openAndRead(subject, signal), code);
        equal(error.retryable, false, `\`retryable\` of ${code} in mid-stream`);
      }
    });

    await check("late-turn-is-final", async () => {
      const { subject } = await open({ script: [temperatureCall, { error: { code: "LLM_RATE_LIMITED" } }] });
      const error = await expectError(generate(subject, temperatureRequest(), { signal }), "LLM_RATE_LIMITED");
      equal(error.retryable, false, "`retryable` of an error in the second turn of a tool loop");
    });

    /** One error of each kind: told by the provider, and seen in the reply. */
    const some = async (): Promise<readonly LLMError[]> => {
      const codes = ["LLM_PROVIDER_ERROR", "LLM_REQUEST_REJECTED", "LLM_BAD_RESPONSE", "LLM_NETWORK_ERROR"] as const;
      const { subject } = await open({ script: codes.map((code) => ({ error: { code, message: html } })) });
      const errors: LLMError[] = [];
      for (const code of codes) errors.push(await expectError(generate(subject, hello, { signal }), code));
      return errors;
    };
    /** What never came from the provider. */
    const own = async (): Promise<readonly LLMError[]> => {
      const { subject } = await open({ script: [] });
      const refused = expectError(generate(subject, { messages: [] }, { signal }), "LLM_INVALID_REQUEST");
      const aborted = expectError(generate(subject, hello, { signal: AbortSignal.abort() }), "LLM_CANCELLED");
      const errors = await Promise.all([refused, aborted]);
      await close(subject);
      return [...errors, await expectError(generate(subject, hello), "LLM_CANCELLED")];
    };
    await check("provider-is-named", async () => {
      for (const { provider, code } of [...(await some()), ...(await own())]) {
        equal(provider, claiming.provider, `\`provider\` of ${code}`);
        expectThat(Object.hasOwn(llmErrorCodes, code), mismatch("`code`", "one of the contract's", describe(code)));
      }
    });
    await check("message-is-short", async () => {
      for (const { message, code } of await some()) {
        expectThat(
          message.length <= 700,
          mismatch(`the length of the message of ${code}`, "700 characters at most", String(message.length)),
        );
        const page = /<\/?[a-z]+>|\n/.exec(message);
        expectThat(
          !page,
          mismatch(`the message of ${code}`, "one line without HTML", describe(message.slice(page?.index))),
        );
      }
    });
    await check("error-is-data", async () => {
      for (const error of await some()) {
        const { code, status, retryable } = error;
        const data = JSON.parse(JSON.stringify(error) ?? "null") as LLMError | null;
        equal(
          { code: data?.code, status: data?.status, retryable: data?.retryable },
          { code, status, retryable },
          "the error after JSON.stringify and back",
        );
      }
    });
  },
});

/** Opens a stream and reads it to the end; an error may come at either. */
function openAndRead(llm: LLM, signal: AbortSignal): Promise<readonly StreamEvent[]> {
  return named(stream(llm, hello, { signal }).then(events), "stream(), read to its end");
}
