import { textOf } from "./exchange.js";
import { onTurn, textReply } from "./inject.js";
import { jsonIn } from "./json-schema.js";
import type { Quirk } from "./quirk.js";

/** Errors of what stands before a server are the same for every protocol. */
export const plainErrors: readonly Quirk[] = [
  {
    id: "ERR-62",
    name: "an-error-in-plain-words",
    class: "deviation",
    protocols: ["openai", "google"],
    area: "errors",
    report: "https://github.com/openai/openai-node/pull/1746",
    seen: "load balancers and rate limiters before a server",
    breaks: "The parser's own error hides the status, and nothing is tried again.",
    rule: "An error whose body is no JSON is told by its status.",
    law: "The body of an error is JSON.",
    fix: "The body of an error is parsed as it is: fall back on the status where that fails.",
    scene: "text",
    inject: onTurn(() => textReply(429, "Too Many Requests", { "content-type": "text/plain" })),
    detect: ({ request, reply }) => {
      if (request.kind === "unknown" || reply.status < 400 || reply.ending !== "complete") return undefined;
      const text = textOf(reply);
      // A page is a kind of its own.
      return jsonIn(text) || /^\s*</.test(text) ? undefined : `the body of an error (${reply.status}) is no JSON`;
    },
    expect: { error: ["LLM_RATE_LIMITED"], status: 429, retryable: true },
  },
];
