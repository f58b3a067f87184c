import { isWireObject, type WireObject } from "../exchange.js";
import { either, onBody, onChunks } from "../inject.js";
import type { Quirk } from "../quirk.js";
import { unexplained } from "../token-sum.js";
import { askedIn, finishReasonsIn, isWholeStream, omit, usageIn } from "./answers.js";
import { listOf } from "./calls.js";

const protocols = ["openai"] as const;
const area = "usage";
/** Which counts make up the total. */
const parts = { total: "total_tokens", needed: ["prompt_tokens", "completion_tokens"] } as const;
const reference = "https://platform.openai.com/docs/api-reference/chat/streaming";

/** A count of tokens that is known. */
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** The usage in the last chunk of a stream, where it has no choices. */
function lastUsage(all: readonly WireObject[]): { readonly prompt: number; readonly completion: number } | undefined {
  const { usage, choices } = all.at(-1) ?? {};
  if (!isWireObject(usage) || listOf(choices).length > 0) return undefined;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage;
  return isCount(prompt) && isCount(completion) ? { prompt, completion } : undefined;
}

const counts = (prompt: number, completion: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
});

/** Changes the usage of a reply, wherever it stands. */
const onUsage = (change: (usage: WireObject) => WireObject | undefined) => {
  const changed = (object: WireObject) => {
    const usage = isWireObject(object.usage) ? change(object.usage) : undefined;
    return usage && { ...object, usage };
  };
  return either(onChunks(changed), onBody(changed));
};

/** How hosts count tokens. */
export const usage: readonly Quirk[] = [
  {
    id: "USE-01",
    name: "usage-in-a-chunk-of-its-own",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/pixeltable/pixeltable/pull/1234",
    seen: "OpenAI, Fireworks",
    breaks: "The stream dies of a TypeError, or its end is taken for the end of the answer.",
    rule: "A chunk without choices brings its usage and nothing else, wherever in the stream it stands.",
    fix: "`choices[0]` is taken for granted: read the usage first, then go over the choices there are.",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, index, all) => {
      const last = lastUsage(all);
      return index === 0 && last ? [{ ...chunk, choices: [], usage: counts(last.prompt, 0) }, chunk] : undefined;
    }),
    expect: "unchanged",
  },
  {
    id: "USE-03",
    name: "running-totals",
    class: "variant",
    protocols,
    area,
    report: "https://github.com/open-webui/open-webui/issues/29064",
    seen: "vLLM when asked to, and several gateways",
    breaks: "The bill is many times what was used.",
    rule: "Usage that comes again replaces what came before, and ends nothing.",
    contested: "Some call hosts that repeat it incompatible; the last value is right for these and all others.",
    fix: "The usage of chunks is added up: keep the last.",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, index, all) => {
      const last = lastUsage(all);
      if (!last || listOf(chunk.choices).length === 0) return undefined;
      return { ...chunk, usage: counts(last.prompt, Math.min(index, last.completion)) };
    }),
    expect: "unchanged",
  },
  {
    id: "USE-50",
    name: "usage-beside-the-finish-reason",
    class: "variant",
    protocols,
    area,
    report: "https://api-docs.deepseek.com/api/create-chat-completion",
    seen: "DeepSeek, Mistral, Groq",
    breaks: "Usage is unknown although it was told.",
    rule: "Usage is read from any chunk, also from the one that has the finish reason.",
    fix: "Usage is looked for only where there are no choices: look in every chunk.",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, index, all) => {
      if (!lastUsage(all)) return undefined;
      if (index === all.length - 1) return [];
      return index === all.length - 2 ? { ...chunk, usage: all.at(-1)?.usage } : undefined;
    }),
    expect: "unchanged",
  },
  {
    id: "USE-51",
    name: "usage-under-x-groq",
    class: "variant",
    protocols,
    area,
    report: "https://console.groq.com/docs/api-reference",
    seen: "Groq",
    breaks: "Usage is unknown although it was told.",
    rule: "Usage under `x_groq` counts where there is none in its own place.",
    fix: "Only `usage` is read: read `x_groq.usage` too.",
    level: "should",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, index, all) => {
      if (!lastUsage(all)) return undefined;
      if (index === all.length - 1) return [];
      return index === all.length - 2
        ? { ...omit(chunk, "usage"), x_groq: { id: "req_1", usage: all.at(-1)?.usage } }
        : undefined;
    }),
    expect: "unchanged",
  },
  {
    id: "USE-05",
    name: "reasoning-outside-of-the-completion",
    class: "deviation",
    protocols,
    area,
    report: "https://github.com/vercel/ai/issues/11487",
    seen: "xAI",
    breaks: "Output is counted too low, or text tokens come out negative.",
    rule: "The total decides: where prompt, completion and reasoning add up to it, all but the prompt is output.",
    law: "`completion_tokens` has the reasoning tokens in it.",
    fix: "`completion_tokens` is taken for all output: add the reasoning where the total says so.",
    scene: "reasoning",
    inject: onUsage((usage) => {
      const { completion_tokens: completion, completion_tokens_details: details } = usage;
      const reasoning = isWireObject(details) ? details.reasoning_tokens : undefined;
      if (!isCount(completion) || !isCount(reasoning) || !isCount(usage.total_tokens)) return undefined;
      return reasoning > 0 && completion >= reasoning
        ? { ...usage, completion_tokens: completion - reasoning }
        : undefined;
    }),
    detect: (exchange) => {
      const {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: total,
        ...rest
      } = usageIn(exchange) ?? {};
      const details = rest.completion_tokens_details;
      const reasoning = isWireObject(details) ? details.reasoning_tokens : undefined;
      if (![prompt, completion, total, reasoning].every(isCount)) return undefined;
      const [p, c, t, r] = [prompt, completion, total, reasoning] as [number, number, number, number];
      return r > 0 && p + c + r === t
        ? `${r} reasoning tokens are not among the ${c} \`completion_tokens\`, but in the total of ${t}`
        : undefined;
    },
    expect: "unchanged",
  },
  {
    id: "USE-60",
    name: "usage-asked-for-and-not-sent",
    class: "deviation",
    protocols,
    area,
    report: reference,
    seen: "servers that do not know `stream_options`",
    breaks: "Nobody knows what a stream has cost.",
    rule: "Usage that never came is unknown: `undefined`, and not 0.",
    law: "With `include_usage` the last chunk of a stream has the usage.",
    fix: "Counts begin at 0, or the stream waits for them: leave them open, and end with the answer.",
    scene: "text",
    on: "stream",
    inject: onChunks((chunk, index, all) => {
      if (!all.some(({ usage }) => isWireObject(usage))) return undefined;
      return index === all.length - 1 && lastUsage(all) ? [] : omit(chunk, "usage");
    }),
    detect: (exchange) => {
      const { stream_options: options } = askedIn(exchange);
      const asked = isWireObject(options) && options.include_usage === true;
      return asked && isWholeStream(exchange) && usageIn(exchange) === undefined
        ? "the request has `stream_options.include_usage`, and the stream has no usage"
        : undefined;
    },
    expect: { response: { usage: {} } },
  },
  {
    id: "USE-61",
    name: "usage-that-does-not-add-up",
    class: "deviation",
    protocols,
    area,
    report: "https://platform.openai.com/docs/api-reference/chat/object",
    seen: "gateways that count anew",
    breaks: "Two parts of one bill contradict each other.",
    rule: "The counts of prompt and completion are told as they are, whatever the total.",
    law: "Prompt and completion add up to `total_tokens`.",
    fix: "Output is computed from the total: take `completion_tokens`.",
    scene: "text",
    inject: onUsage((usage) => {
      const { total_tokens: total } = usage;
      const skewed = isCount(total) ? { ...usage, total_tokens: total + 1013 } : usage;
      return unexplained(skewed, parts) === undefined ? undefined : skewed;
    }),
    detect: (exchange) => {
      const usage = finishReasonsIn(exchange).length > 0 ? usageIn(exchange) : undefined;
      if (!usage || unexplained(usage, parts) === undefined) return undefined;
      const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage;
      return `${prompt} \`prompt_tokens\` and ${completion} \`completion_tokens\` are not the ${total} of \`total_tokens\``;
    },
    expect: "unchanged",
  },
];
