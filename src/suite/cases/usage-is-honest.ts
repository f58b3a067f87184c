import type { LLMRequest, Script, Usage } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { hello, temperatureAnswer, temperatureCall, temperatureRequest } from "../prompts.js";
import { playStream } from "./play-stream.js";

const first = { inputTokens: 40, outputTokens: 12 };
const last = { inputTokens: 61, outputTokens: 9 };
const sum = { inputTokens: 101, outputTokens: 21 };

export const usageIsHonest = llmCase({
  name: "UsageIsHonest",
  claim: "Usage is what the provider reported over all turns, and what it did not report is unknown, not zero.",
  script: [{ text: "Hello.", usage: {} }],
  checks: {
    "absent-is-unknown": must({
      clause: "Where the provider reports no usage, input and output tokens are undefined.",
      why: "A month of unmetered calls costs nothing in the report, and everything on the bill.",
      fix: "Leave a count out where the reply has none; do not default to 0, and do not estimate.",
      needs: ["script"],
    }),
    "partly-known-stays-so": must({
      clause: "Where the provider reports only the input tokens, those are told and the output tokens are undefined.",
      why: "Half a usage is thrown away, or the other half is made up.",
      fix: "Read each count on its own.",
      needs: ["script"],
    }),
    "zero-is-known": must({
      clause: "A count that is reported as 0 is 0.",
      why: "An answer that cost nothing cannot be told from one whose cost is unknown.",
      fix: "Test for undefined, not for a falsy count.",
      needs: ["script"],
    }),
    "streamed-usage-is-the-last": must({
      clause: "A stream's usage is what the provider reported, once.",
      why: "Running totals that are added up bill an answer many times over; usage that comes last is missed.",
      fix: "Ask for usage in streams where it must be asked for; take the last that comes.",
      needs: ["script"],
      capabilities: ["streaming"],
    }),
    "summed-over-steps": must({
      clause: "Over a tool loop the usage of all turns is added up.",
      why: "The turns before the last are the dear ones, and they are left out.",
      fix: "Add the usage of each turn; the last turn's alone is a fraction.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "unknown-step-makes-the-sum-unknown": must({
      clause: "A sum with a turn that reported nothing is undefined.",
      why: "A total that leaves out what is unknown looks exact.",
      fix: "Let an undefined count make the sum undefined.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "reasoning-is-a-part-of-output": must({
      clause: "`reasoningTokens` are never more than `outputTokens`, and as reported.",
      why: "Providers that count thoughts apart make the output look cheap, or thoughts are billed twice.",
      fix: "Add thoughts to the output where the provider counts them apart.",
      needs: ["script"],
      capabilities: ["reasoning"],
    }),
    "cached-is-a-part-of-input": must({
      clause: "`cachedInputTokens` are never more than `inputTokens`, and as reported.",
      why: "Providers that count cached tokens apart make the input look small.",
      fix: "Add cached tokens to the input where the provider counts them apart.",
      needs: ["script"],
      capabilities: ["promptCaching"],
    }),
  },
  async run({ open, check, signal }) {
    await open();
    const play = async (script: Script, request: LLMRequest = hello): Promise<Usage> => {
      const { subject } = await open({ script });
      return (await generate(subject, request, { signal })).usage;
    };
    const tokens = ({ inputTokens, outputTokens }: Usage) => ({ inputTokens, outputTokens });

    await check("absent-is-unknown", async () => {
      equal(tokens(await play([{ text: "Hello.", usage: {} }])), {}, "`usage` where none was reported");
    });
    await check("partly-known-stays-so", async () => {
      const usage = await play([{ text: "Hello.", usage: { inputTokens: 12 } }]);
      equal(tokens(usage), { inputTokens: 12 }, "`usage` where only the input was reported");
    });
    await check("zero-is-known", async () => {
      const usage = await play([{ text: "", usage: { inputTokens: 12, outputTokens: 0 } }]);
      equal(tokens(usage), { inputTokens: 12, outputTokens: 0 }, "`usage`");
    });
    await check("streamed-usage-is-the-last", async () => {
      const long = { text: "A long answer, so that it takes several chunks. ".repeat(4), usage: last };
      const { subject } = await open({ script: [long] });
      const { response } = await playStream(subject, hello, signal);
      equal(tokens(response.usage), last, "`usage` of the stream's response");
    });
    await check("summed-over-steps", async () => {
      const script = [
        { ...temperatureCall, usage: first },
        { text: temperatureAnswer, usage: last },
      ];
      equal(tokens(await play(script, temperatureRequest())), sum, "`usage` over two turns");
    });
    await check("unknown-step-makes-the-sum-unknown", async () => {
      for (const [unmetered, first, second] of [
        ["first", {}, last],
        ["second", last, {}],
      ] as const) {
        const script = [
          { ...temperatureCall, usage: first },
          { text: temperatureAnswer, usage: second },
        ];
        const usage = await play(script, temperatureRequest());
        equal(tokens(usage), {}, `\`usage\` over two turns, the ${unmetered} not metered`);
      }
    });
    await check("reasoning-is-a-part-of-output", async () => {
      const reported = { inputTokens: 9, outputTokens: 20, reasoningTokens: 16 };
      const usage = await play([{ text: "No.", reasoning: "91 is 7 times 13.", usage: reported }]);
      equal(tokens(usage), tokens(reported), "`usage`");
      const { reasoningTokens, outputTokens = 0 } = usage;
      expectThat(
        reasoningTokens === 16 && reasoningTokens <= outputTokens,
        mismatch(
          "`usage.reasoningTokens`",
          "16, of 20 output tokens",
          `${describe(reasoningTokens)}, of ${outputTokens}`,
        ),
      );
    });
    await check("cached-is-a-part-of-input", async () => {
      const reported = { inputTokens: 2_000, outputTokens: 3, cachedInputTokens: 1_536 };
      const usage = await play([{ text: "Hello.", usage: reported }]);
      equal(tokens(usage), tokens(reported), "`usage`");
      equal(usage.cachedInputTokens, 1_536, "`usage.cachedInputTokens`");
    });
  },
});
