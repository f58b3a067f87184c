import { inspect } from "node:util";
import { hiddenCredential } from "../../contract/index.js";
import { generate, stream } from "../ask.js";
import { llmCase, must } from "../case.js";
import { expectError } from "../expect.js";
import { expectThat, mismatch } from "../failure.js";
import { hello } from "../prompts.js";
import { playStream } from "./play-stream.js";

export const errorsTellNoSecret = llmCase({
  name: "ErrorsTellNoSecret",
  claim: "The key that an LLM was made with is in nothing that it gives: no error, no response, no event.",
  script: ["Hello."],
  checks: {
    "error-tells-no-key": must({
      clause:
        "No error holds the key: not in its message, cause, stack, JSON or when it is inspected, also where the provider quotes it as it is, as in an address or as in JSON.",
      why: "Errors go to logs, trackers and users; a key in one is a key to be replaced.",
      fix: "Replace the key in whatever comes from the provider, and do not hang the request onto the error.",
      needs: ["script", "key"],
    }),
    "transport-error-tells-no-key": must({
      clause: "An error of the connection holds no key either.",
      why: "Errors of HTTP clients carry the request with all of its headers.",
      fix: "Make the cause a copy of its name, message and stack; do not pass the transport's error on.",
      needs: ["script", "key"],
    }),
    "response-tells-no-key": must({
      clause: "No response and no event of a stream holds the key.",
      why: "Responses are stored beside the conversation, for everybody who may read it.",
      fix: "Keep the request out of `raw`, and headers out of everything.",
      needs: ["script", "key"],
    }),
    "request-shows-no-key": must({
      clause: "The key is in neither the body nor the path of a request.",
      why: "Paths stand in the access logs of every proxy on the way.",
      fix: "Send the key in a header.",
      needs: ["script", "key", "raw"],
    }),
  },
  async run({ open, check, signal }) {
    const { apiKey = "", subject: claiming } = await open();
    const { streaming } = claiming.capabilities ?? {};
    const expectNoKey = (value: unknown, what: string) => {
      const error = value instanceof Error ? value : undefined;
      const shown = {
        "its message": error?.message ?? "",
        "its stack": error?.stack ?? "",
        "its JSON": JSON.stringify(value) ?? "",
        "what util.inspect() shows of it": inspect(value, { depth: 12, showHidden: true }),
      };
      const forms = [apiKey, encodeURIComponent(apiKey), apiKey.replaceAll("/", "\\/")];
      const [place] = Object.entries(shown).find(([, text]) => forms.some((form) => text.includes(form))) ?? [];
      expectThat(
        place === undefined,
        mismatch(what, "no key in it", `the one that the LLM was made with, in ${place}`),
      );
    };
    await check("error-tells-no-key", async () => {
      const [encoded, escaped] = [encodeURIComponent(apiKey), apiKey.replaceAll("/", "\\/")];
      const message = `Nothing is known of "${apiKey}" here, of ?key=${encoded}, {"key":"${escaped}"} or Bearer ${apiKey}.`;
      const codes = ["LLM_UNAUTHORIZED", "LLM_REQUEST_REJECTED", "LLM_PROVIDER_ERROR"] as const;
      const { subject } = await open({
        script: codes.flatMap((code) => [{ error: { code, message } }, { error: { code, message } }]),
      });
      for (const code of codes) {
        expectNoKey(await expectError(generate(subject, hello, { signal }), code), `the ${code} of generate()`);
        if (streaming)
          expectNoKey(await expectError(stream(subject, hello, { signal }), code), `the ${code} of stream()`);
        else await generate(subject, hello, { signal }).catch(() => {});
      }
    });
    await check("transport-error-tells-no-key", async () => {
      const codes = ["LLM_NETWORK_ERROR", "LLM_BAD_RESPONSE", "LLM_STREAM_INTERRUPTED"] as const;
      const { subject } = await open({ script: codes.map((code) => ({ error: { code } })) });
      for (const code of codes)
        expectNoKey(await expectError(generate(subject, hello, { signal }), code), `the ${code}`);
    });
    await check("response-tells-no-key", async () => {
      const { subject } = await open({ script: ["Hello.", "Hello."] });
      expectNoKey(await generate(subject, hello, { signal }), "the response");
      if (!streaming) return;
      const { events } = await playStream(subject, hello, signal);
      for (const event of events) expectNoKey(event, `a ${event.type} event`);
    });
    await check("request-shows-no-key", async () => {
      const { subject, sent } = await open();
      await generate(subject, hello, { signal });
      const { path = "", body = "" } = sent()[0]?.raw ?? {};
      expectThat(
        !body.includes(apiKey),
        mismatch("the body of the request", "no key in it", "the one that the LLM was made with"),
      );
      const named = [...new URLSearchParams(path.split("?")[1])].find(([, value]) => value === hiddenCredential)?.[0];
      expectThat(
        named === undefined,
        mismatch("the path of the request", "no key in it", `one as its parameter "${named}"`),
      );
      expectThat(
        !decodeURIComponent(path).includes(apiKey),
        mismatch("the path of the request", "no key in it", "the one that the LLM was made with"),
      );
    });
  },
});
