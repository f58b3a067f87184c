import type { LLMRequest } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal, expectWellFormed } from "../expect.js";
import { cityRequest, hello, temperatureAnswer, temperatureRequest, temperatureTool } from "../prompts.js";
import { asText, callsIn, resultsIn, textOf } from "./history.js";
import { joinedDeltas, playStream } from "./play-stream.js";

/** What is lost by decoding piecewise, normalising, escaping, trimming or counting characters. */
const text =
  '  e\u0301 is not é; 👩‍👩‍👧‍👦 and 👍🏽, 你好, שלום\u200f \u2028\u2029\t\\n \\u0041 "quoted" <b>&amp;</b>\u0000\ufeff\r\n';
/** The same for a provider that keeps text in lines of its own: nothing that it could take for framing. */
const city = 'Zürich 🏔️ e\u0301 “北京” \\ "x"\n';
const kinds = ["größer", "小", "👩‍👩‍👧‍👦"];

const citySchema = cityRequest.schema as NonNullable<LLMRequest["schema"]>;
const schemaRequest: LLMRequest = {
  ...cityRequest,
  schema: {
    name: "city",
    schema: {
      ...citySchema.schema,
      properties: { name: { type: "string", description: text.trim() }, kind: { type: "string", enum: kinds } },
    },
  },
};

export const unicodeSurvives = llmCase({
  name: "UnicodeSurvives",
  claim: "Text of any script arrives to the code unit, in both directions and wherever it stands.",
  script: [text],
  checks: {
    "answer-is-untouched": must({
      clause: "`text` is the answer to the code unit: combining marks, emoji, controls and line ends included.",
      why: "Names, code and right-to-left text come back damaged, and only in some languages.",
      fix: "Take the string that JSON gave: do not trim, normalise, unescape or decode in pieces.",
      needs: ["script"],
    }),
    "stream-is-untouched": must({
      clause: "The joined deltas are the answer to the code unit.",
      why: "A character that was cut by a network read turns into replacement characters, at random places.",
      fix: "Use one streaming decoder a response, and split at line ends of the protocol only, not at U+2028.",
      needs: ["script"],
      capabilities: ["streaming"],
    }),
    "question-is-untouched": must({
      clause: "System text and messages reach the provider to the code unit.",
      why: "The model is asked about a name that the user never wrote.",
      fix: "Build the body with JSON.stringify and send it as UTF-8, its length counted in bytes.",
      needs: ["script", "meaning"],
    }),
    "lone-surrogate-is-replaced": must({
      clause: "Half a character in a request goes out as U+FFFD.",
      why: "A text that was cut at a fixed length makes providers refuse the whole request.",
      fix: "Call toWellFormed() on every string that goes out.",
      needs: ["script", "meaning"],
    }),
    "tool-input-is-untouched": must({
      clause: "The handler gets the arguments to the code unit.",
      why: "A file is written under another name than the model was asked for.",
      fix: "Join the fragments of the arguments as strings, and parse them once.",
      needs: ["script"],
      capabilities: ["tools"],
    }),
    "streamed-tool-input-is-untouched": must({
      clause: "Arguments that come in fragments reach the handler to the code unit as well.",
      why: "A character that is split over two fragments is lost.",
      fix: "Join the fragments of the arguments as strings, and parse them once.",
      needs: ["script"],
      capabilities: ["streaming", "tools"],
    }),
    "tool-output-is-untouched": must({
      clause: "A string that a tool gives reaches the model to the code unit.",
      why: "The model quotes a document that says something else.",
      fix: "Send the string as it is, quoted only by the body's own JSON.",
      needs: ["script", "meaning"],
      capabilities: ["tools"],
    }),
    "schema-is-untouched": must({
      clause: "Enums and descriptions of an output schema reach the provider to the code unit.",
      why: "The model answers with a value that the application does not know.",
      fix: "Send the schema's strings as they are; do not turn them to ASCII.",
      needs: ["script", "meaning"],
      capabilities: ["structuredOutput"],
    }),
  },
  async run({ open, check, signal }) {
    await open();
    await check("answer-is-untouched", async () => {
      const { subject } = await open();
      equal((await generate(subject, hello, { signal })).text, text, "`text`");
    });
    await check("stream-is-untouched", async () => {
      const { subject } = await open();
      const { events, response } = await playStream(subject, hello, signal);
      equal(joinedDeltas(events, "text"), text, "the joined deltas");
      equal(response.text, text, "`text` of the response");
    });
    await check("question-is-untouched", async () => {
      const { subject, sent } = await open({ script: ["Hello."] });
      await generate(subject, { system: city, messages: [{ role: "user", content: text }] }, { signal });
      const turn = sent()[0]?.turn;
      equal(turn?.system, city, "the system text sent");
      equal(turn?.messages.map(saidIn), [text], "the message sent");
    });
    await check("lone-surrogate-is-replaced", async () => {
      const { subject, sent } = await open({ script: ["Hello."] });
      await generate(subject, { messages: [{ role: "user", content: "a\ud83d b\ude00 c" }] }, { signal });
      const [said = ""] = sent()[0]?.turn?.messages.map(saidIn) ?? [];
      expectWellFormed(said, "the message sent");
      equal(said, "a\ufffd b\ufffd c", "the message sent");
    });

    /** One call of a tool that gives back what it got. */
    const playTool = async (streamed: boolean) => {
      const { subject, sent } = await open({
        script: [{ toolCalls: [{ id: "call_1", name: "get_temperature", input: { city } }] }, temperatureAnswer],
      });
      const inputs: unknown[] = [];
      const tool = temperatureTool((input) => {
        inputs.push(input);
        return text;
      });
      const request = temperatureRequest(tool);
      await (streamed ? playStream(subject, request, signal) : generate(subject, request, { signal }));
      return { inputs, messages: sent()[1]?.turn?.messages ?? [] };
    };
    await check("tool-input-is-untouched", async () => {
      const { inputs } = await playTool(false);
      equal(inputs, [{ city }], "what the handler got");
    });
    await check("streamed-tool-input-is-untouched", async () => {
      const { inputs } = await playTool(true);
      equal(inputs, [{ city }], "what the handler got");
    });
    await check("tool-output-is-untouched", async () => {
      const { messages } = await playTool(false);
      equal(callsIn(messages)[0]?.input, { city }, "the arguments of the call that was sent again");
      equal(
        resultsIn(messages).map(({ output }) => asText(output)),
        [text],
        "the result sent",
      );
    });
    await check("schema-is-untouched", async () => {
      const { subject, sent } = await open({ script: ['{"name": "Paris", "kind": "小"}'] });
      await generate(subject, schemaRequest, { signal });
      const { properties } = (sent()[0]?.turn?.schema?.schema ?? {}) as { properties?: Record<string, Property> };
      equal(properties?.kind?.enum, kinds, "the enum sent");
      equal(properties?.name?.description, text.trim(), "the description sent");
    });
  },
});

interface Property {
  readonly enum?: readonly string[];
  readonly description?: string;
}

function saidIn(message: LLMRequest["messages"][number]): string {
  return message.role === "tool" ? "" : textOf(message.content);
}
