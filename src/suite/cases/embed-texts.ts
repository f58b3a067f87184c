import { isDeepStrictEqual } from "node:util";
import type { EmbedRequest, EmbedResponse } from "../../contract/index.js";
import { embed } from "../ask.js";
import { embedderCase, must } from "../case.js";
import { equal } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";

const untouched = '  e\u0301 is not é; 👩‍👩‍👧‍👦 and 你好, שלום\u200f \u2028\t\\n "quoted"\r\n';
const filler = "This chapter begins with words that many other chapters begin with as well, and goes on like that. ";
const endings = ["It is about bees and honey.", "It is about jazz and trumpets."] as const;
const long = "All work and no play makes Jack a dull boy. ".repeat(500);

export const embedTextsArriveWhole = embedderCase({
  name: "EmbedTextsArriveWhole",
  claim: "All of a text is embedded, whatever its length and its characters.",
  script: [],
  checks: {
    "ends-count": must({
      clause: "Two texts that differ only after a hundred characters have different vectors.",
      why: "Documents are found by their headings alone.",
      fix: "Send the whole text; leave it to the provider to refuse what is too long.",
    }),
    "long-text-arrives": must({
      clause: "A text of twenty thousand characters reaches the provider whole.",
      why: "What stands at the end of a document is never found.",
      fix: "Do not cut texts in the driver.",
      needs: ["meaning"],
    }),
    "text-is-untouched": must({
      clause: "A text reaches the provider to the code unit, white space, emoji and line ends included.",
      why: "A text does not find itself, as what is stored is the vector of another.",
      fix: "Send the texts as they are: no trimming, normalising or replacing of line ends.",
      needs: ["meaning"],
    }),
    "lone-surrogate-is-replaced": must({
      clause: "Half a character goes out as U+FFFD.",
      why: "A chunk that was cut in the middle of an emoji makes the provider refuse the whole batch.",
      fix: "Call toWellFormed() on every text.",
      needs: ["meaning"],
    }),
  },
  async run({ open, check, signal }) {
    const { subject, sent } = await open();
    const sentFor = async (text: string) => {
      const before = sent().length;
      await embed(subject, { texts: [text] }, { signal });
      return sent()
        .slice(before)
        .flatMap((request) => request.embed?.texts ?? []);
    };
    await check("ends-count", async () => {
      const { vectors } = await embed(subject, { texts: endings.map((ending) => filler + ending) }, { signal });
      expectThat(
        !isDeepStrictEqual(vectors[0], vectors[1]),
        mismatch("the vectors of two texts that differ at their ends", "two", "the same twice"),
      );
    });
    await check("long-text-arrives", async () => {
      const [text = ""] = await sentFor(long);
      equal(text.length, long.length, "the length of the text sent");
      equal(text, long, "the text sent");
    });
    await check("text-is-untouched", async () => equal(await sentFor(untouched), [untouched], "the texts sent"));
    await check("lone-surrogate-is-replaced", async () =>
      equal(await sentFor("a\ud83d b\ude00 c"), ["a\ufffd b\ufffd c"], "the texts sent"),
    );
  },
});

export const embedUsageIsHonest = embedderCase({
  name: "EmbedUsageIsHonest",
  claim: "Usage is what the provider reported for all of the texts, or unknown.",
  script: [],
  prompt: { texts: [filler] },
  checks: {
    "text-costs-tokens": must({
      clause: "`usage.inputTokens` is more than 0, and more for more text, or undefined.",
      why: "An index of a million documents costs nothing in the report, and everything on the bill.",
      fix: "Read the count of the reply; leave it out where there is none.",
    }),
    "batches-add-up": must({
      clause: "Where a list is split, the usage of all of its parts is added up, or undefined.",
      why: "The report shows the cost of the last part.",
      fix: "Add the counts; a part that reports none makes the sum undefined.",
    }),
  },
  async run({ open, check, prompt, signal }) {
    const { subject } = await open();
    const tokens = async (request: EmbedRequest): Promise<EmbedResponse["usage"]["inputTokens"]> =>
      (await embed(subject, request, { signal })).usage.inputTokens;
    await check("text-costs-tokens", async () => {
      const [little, much] = [await tokens(prompt), await tokens({ texts: [filler.repeat(5)] })];
      if (little === undefined && much === undefined) return;
      expectThat(
        (little ?? 0) > 0,
        mismatch(`\`usage.inputTokens\` of ${filler.length} characters`, "more than 0", describe(little)),
      );
      expectThat(
        (much ?? 0) > (little ?? 0),
        mismatch("`usage.inputTokens` of five times the text", `more than ${little}`, describe(much)),
      );
    });
    await check("batches-add-up", async () => {
      const texts = Array.from({ length: 300 }, (_, i) => `chapter ${i} is about bees`);
      const [third, whole] = [await tokens({ texts: texts.slice(0, 100) }), await tokens({ texts })];
      if (third === undefined || whole === undefined) return equal(whole, third, "`usage.inputTokens` of 300 texts");
      expectThat(
        whole > 2 * third,
        mismatch(
          "`usage.inputTokens` of 300 texts",
          `more than ${2 * third} (the first 100 of them: ${third})`,
          String(whole),
        ),
      );
    });
  },
});
