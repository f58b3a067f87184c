import type { LLM, LLMRequest, LLMResponse, Message, Script } from "../../contract/index.js";
import { generate } from "../ask.js";
import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { expectThat, mismatch } from "../failure.js";
import { celsius, temperatureAnswer, temperatureRequest } from "../prompts.js";
import { asText, callsIn, lookedUp, readable, resultsIn } from "./history.js";
import { playStream } from "./play-stream.js";

const cities = ["Paris", "Oslo"];
const callOf = (city: string) => ({ id: `call_${city}`, name: "get_temperature", input: { city } });
const asking = { text: "Let me look.", reasoning: "Two cities.", toolCalls: cities.map(callOf) };
const script: Script = [asking, temperatureAnswer];
const thanks: Message = { role: "user", content: "Thank you. Say goodbye in one short sentence." };

/** As a database keeps it. */
const throughJSON = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export const conversationResumes = llmCase({
  name: "ConversationResumes",
  claim: "A conversation can be stored as JSON, at any point, and goes on as if it had never stopped.",
  script,
  prompt: temperatureRequest(),
  capabilities: ["tools"],
  checks: {
    "history-goes-on": must({
      clause:
        "After a tool loop the history and `messages`, stored as JSON, are taken with the next question and sent whole.",
      why: "The second question of a conversation fails, or is answered without the first.",
      fix: "Keep every turn of the loop in `messages`, as plain data, with what the provider wants back.",
      needs: ["script", "meaning"],
    }),
    "paused-is-as-uninterrupted": must({
      clause:
        "Paused with `maxSteps: 1`, its results appended by hand, a conversation sends what the loop would have sent.",
      why: "A call that waits for a person's decision is lost, or confuses the model.",
      fix: "Send a history's calls and results as those of a running loop.",
      needs: ["script", "meaning"],
    }),
    "paused-stream-is-as-well": must({
      clause: "The same holds for a stream that was paused.",
      why: "State that the provider wants back is read from whole replies and missed in chunks.",
      fix: "Collect calls and provider state from the chunks into the same message.",
      needs: ["script", "meaning"],
      capabilities: ["streaming"],
    }),
    "split-results-are-one-turn": must({
      clause: "Results in several tool messages in a row, in any order, are taken, each with its call.",
      why: "Answers that come in one by one cannot be appended one by one.",
      fix: "Merge tool messages in a row, and bring their results into call order.",
      needs: ["script", "meaning"],
    }),
    "decided-calls-are-not-asked-again": must({
      clause: "On a resume neither `approve` nor a handler sees the calls that have a result already.",
      why: "A user confirms one transfer twice, and it is made twice.",
      fix: "Ask and run only for the calls of a turn that has just come.",
      needs: ["script"],
    }),
    "denied-calls-can-be-sent": must({
      clause: "A conversation in which a call was denied goes on.",
      why: "One refusal, and the provider refuses the history for a call without result.",
      fix: "Keep the denial as the call's result in `messages`.",
      needs: ["script"],
    }),
    "broken-calls-can-be-sent": must({
      clause: "A conversation in which the arguments of a call were broken goes on, with `{}` in their place.",
      why: "Half a JSON string in the history is refused by the provider, for good.",
      fix: "Keep the call with `{}` as its input and an error as its result.",
      needs: ["script"],
    }),
    "repeated-id-is-made-unique": must({
      clause: "An id that the history holds already is replaced, and the new call is paired with its own result.",
      why: "Providers that count ids anew in each reply make the history contradict itself.",
      fix: "Mint an id where the provider repeats one of the conversation's.",
      needs: ["script", "meaning"],
    }),
  },
  async run({ open, check, prompt, signal }) {
    await open();
    const resultOf = ({ id, name }: { id: string; name: string }) => ({ id, name, output: { celsius } });
    const goOn = (response: LLMResponse, ...more: readonly Message[]): readonly Message[] =>
      throughJSON([...prompt.messages, ...response.messages, ...more]);

    await check("history-goes-on", async () => {
      const { subject, sent } = await open({ script: [...script, "Goodbye."] });
      const response = await generate(subject, prompt, { signal });
      const messages = goOn(response, thanks);
      equal(
        (await generate(subject, { ...prompt, messages }, { signal })).text,
        "Goodbye.",
        "`text` of the next answer",
      );
      const told = sent()[2]?.turn?.messages ?? [];
      const roles = ["user", "assistant", "tool", "assistant", "user"];
      equal(
        told.map(({ role }) => role),
        roles,
        "the roles of the history sent",
      );
      equal(told.map(readable), messages.map(readable), "the history sent");
    });

    /** Pauses after the first turn, and goes on with results appended by hand. */
    const resume = async (pause: (llm: LLM, request: LLMRequest) => Promise<LLMResponse>, split = false) => {
      const whole = await open();
      await generate(whole.subject, prompt, { signal });
      const { subject, sent } = await open();
      const paused = throughJSON(await pause(subject, { ...prompt, maxSteps: 1 }));
      equal(paused.toolCalls.length, 2, "the number of calls to decide");
      const results = paused.toolCalls.map(resultOf);
      const tools: Message[] = split
        ? results.toReversed().map((result) => ({ role: "tool", results: [result] }))
        : [{ role: "tool", results }];
      const { text } = await generate(subject, { ...prompt, messages: goOn(paused, ...tools) }, { signal });
      equal(text, temperatureAnswer, "`text` after the pause");
      const [told, wanted] = [sent()[1]?.turn?.messages ?? [], whole.sent()[1]?.turn?.messages ?? []];
      equal(told.map(readable), wanted.map(readable), "what was sent after the pause (against the loop's)");
      equal(
        resultsIn(told).map(({ id }) => id),
        callsIn(told).map(({ id }) => id),
        "the ids of the sent results (against those of their calls)",
      );
    };
    await check("paused-is-as-uninterrupted", () => resume((llm, request) => generate(llm, request, { signal })));
    await check("paused-stream-is-as-well", () =>
      resume(async (llm, request) => (await playStream(llm, request, signal)).response),
    );
    await check("split-results-are-one-turn", () => resume((llm, request) => generate(llm, request, { signal }), true));
    await check("decided-calls-are-not-asked-again", async () => {
      const { subject } = await open();
      let seen = 0;
      const count = () => {
        seen += 1;
        return true;
      };
      const [tool] = prompt.tools ?? [];
      const paused = await generate(subject, { ...prompt, maxSteps: 1 }, { signal });
      const messages = goOn(paused, { role: "tool", results: paused.toolCalls.map(resultOf) });
      const tools = [{ ...tool, execute: count } as NonNullable<typeof tool>];
      await generate(subject, { ...prompt, messages, tools, approve: count }, { signal });
      equal(seen, 0, "how often the policy or the handler was called after the pause");
    });
    await check("denied-calls-can-be-sent", async () => {
      const { subject } = await open({ script: [...script, "Goodbye."] });
      const response = await generate(subject, { ...prompt, approve: () => false }, { signal });
      const next = await generate(subject, { ...prompt, messages: goOn(response, thanks) }, { signal });
      equal(next.text, "Goodbye.", "`text` of the next answer");
    });
    await check("broken-calls-can-be-sent", async () => {
      const broken = { ...callOf("Paris"), invalidInput: '{"city": "Par' };
      const { subject } = await open({ script: [{ toolCalls: [broken] }, "Goodbye."] });
      const response = await generate(subject, { ...prompt, maxSteps: 1 }, { signal });
      const next = await generate(subject, { ...prompt, messages: goOn(response, thanks) }, { signal });
      equal(next.text, "Goodbye.", "`text` of the next answer");
      for (const { input } of callsIn(response.messages))
        equal(input, {}, "the input of the broken call in `messages`");
    });
    await check("repeated-id-is-made-unique", async () => {
      const again = { id: "call_paris", name: "get_temperature", input: { city: "Rome" } };
      const { subject, sent } = await open({ script: [{ toolCalls: [again] }, temperatureAnswer] });
      const { toolCalls } = await generate(subject, { ...prompt, messages: lookedUp }, { signal });
      expectThat(
        toolCalls[0]?.id !== "call_paris",
        mismatch("`id` of the new call", "one that the history does not have", "'call_paris', which it has"),
      );
      const told = sent()[1]?.turn?.messages ?? [];
      equal(callsIn(told).at(-1)?.id, resultsIn(told).at(-1)?.id, "the id of the new call (against its result's)");
      equal(asText(resultsIn(told).at(-1)?.output), JSON.stringify({ celsius }), "the new call's result");
    });
  },
});
