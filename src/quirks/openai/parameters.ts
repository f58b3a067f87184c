import { jsonReply, onTurn } from "../inject.js";
import type { Quirk } from "../quirk.js";
import { askedIn } from "./answers.js";
import { listOf } from "./calls.js";

/** What models and hosts lack, and say so. */
export const parameters: readonly Quirk[] = [
  {
    id: "CAP-02",
    name: "tools-refused",
    class: "variant",
    protocols: ["openai"],
    area: "parameters",
    report: "https://github.com/tinyhumansai/openhuman/issues/2787",
    seen: "Ollama, for models without tools",
    breaks: "The user sees the host's words, or an answer that no tool was asked for.",
    rule: "A refusal of tools is `LLM_UNSUPPORTED`, and nothing is asked again without them.",
    fix: "Every 400 is the same error, or the tools are left out and the request repeated: tell what is not supported.",
    scene: "tool",
    inject: onTurn((exchange) => {
      const { tools, model } = askedIn(exchange);
      if (listOf(tools).length === 0) return undefined;
      const message = `${model}:latest does not support tools`;
      return jsonReply(400, { error: { message, type: "invalid_request_error", param: null, code: null } });
    }),
    expect: { error: ["LLM_UNSUPPORTED"], retryable: false },
  },
];
