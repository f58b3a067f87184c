import { llmCase, must } from "../case.js";
import { equal } from "../expect.js";
import { describe, expectThat, mismatch } from "../failure.js";
import { temperatureAnswer, temperatureCall, temperatureRequest, temperatureTool } from "../prompts.js";
import { asText, callsIn, resultsIn } from "./history.js";
import { generateCalling, temperatureFor } from "./live-call.js";
import { judgeOddities } from "./tool-loop-oddities.js";

export const toolLoop = llmCase({
  name: "ToolLoop",
  claim: "A tool that the model calls is run, its result goes back to the model, and the answer comes after it.",
  script: [temperatureCall, temperatureAnswer],
  prompt: temperatureRequest(),
  capabilities: ["tools"],
  checks: {
    "tool-is-called-once": must({
      clause: "The handler runs once for one call.",
      why: "An order is placed twice, or not at all.",
      fix: "Run each complete call once; read the calls of a reply, not its finish reason.",
    }),
    "argument-arrives": must({
      clause: "The handler gets the arguments as an object, as the model gave them.",
      why: "A handler that gets a JSON string, or half of one, fails on every call.",
      fix: "Join the fragments of the arguments and parse them when the call is complete.",
    }),
    "result-reaches-the-model": must({
      clause:
        "The next request holds the call and its result, under one id and the tool's name, the value as the handler gave it.",
      why: "The model answers from imagination, or the provider refuses the history.",
      fix: "Append the assistant's turn with its calls, then one result for each, and send all of it.",
      needs: ["meaning"],
    }),
    "result-is-used": must({
      clause: "The text is the answer that was given after the result.",
      why: "The user reads `let me look that up` and nothing more.",
      fix: "Ask again after the tools have run, and give the text of the last turn.",
    }),
    "call-is-on-record": must({
      clause: "`toolCalls` lists the call with its name, input, outcome `ran` and output.",
      why: "Nobody can tell afterwards what was done in the user's name.",
      fix: "Keep each call with what became of it, over all turns, in order.",
    }),
    "steps-are-counted": must({
      clause: "`steps` is the number of turns: 2 here, as many as requests were sent.",
      why: "A budget of steps is overrun unseen.",
      fix: "Count each turn, tool turns and the last one.",
      needs: ["script", "traffic"],
    }),
    "messages-are-complete": must({
      clause: "`messages` holds every turn: the assistant's with the call, the tool's with the result, the answer.",
      why: "The next request of the conversation is refused, for a call without a result.",
      fix: "Append each turn of the loop, not only the last.",
    }),
    "step-cap-holds": must({
      clause: "With `maxSteps: 1` the call is listed without an outcome, nothing runs, and `finishReason` is tool_use.",
      why: "A caller who wants to decide first finds that it was done already.",
      fix: "Look at the cap before running the calls of a turn.",
      needs: ["script"],
    }),
    "failing-handler-goes-on": must({
      clause: "A handler that throws has outcome `failed`; the model is told `error: <message>` and goes on.",
      why: "One city that a weather service does not know ends the conversation.",
      fix: "Catch what the handler throws and send its message as the result.",
      needs: ["script"],
    }),
    "unknown-tool-goes-on": must({
      clause: "A call of a tool that is not there has outcome `unknown_tool`, and the generation goes on.",
      why: "Models make up tool names; each time, the conversation ends with an exception.",
      fix: "Answer the call with an error result instead of throwing.",
      needs: ["script"],
    }),
    "unfit-input-never-runs": must({
      clause:
        "Input that does not fit the tool's schema never reaches the handler; the outcome is `failed`, and the output names the field.",
      why: "Handlers have to check everything themselves, and the first that does not is a hole.",
      fix: "Check the input against the schema before the handler, and tell the model what does not fit.",
      needs: ["script"],
    }),
    "broken-arguments-never-run": must({
      clause:
        "Arguments that are not complete JSON are never run: the call is listed as `failed` with the raw text as `invalidInput`, or the turn ends in `error`.",
      why: "A repaired half of an argument deletes the wrong file.",
      fix: "Parse strictly, with no repair; list the call with the raw text.",
      needs: ["script"],
    }),
    "cut-turn-never-runs": must({
      clause: "No call is run of a turn that ended in `length`.",
      why: "The arguments may be complete by accident: the model was not done.",
      fix: "Look at the finish reason before running, and do not promote length to tool_use.",
      needs: ["script"],
    }),
    "calls-keep-their-order": must({
      clause: "Of two calls in one turn both run, and the results go back in call order, each under its own id.",
      why: "Paris gets the temperature of Oslo.",
      fix: "Collect the results by position, whatever order the handlers finish in; make repeated ids unique.",
      needs: ["script"],
    }),
  },
  async run(context) {
    const { open, check, can, prompt } = context;
    const { subject, sent } = await open();
    const inputs: unknown[] = [];
    const degrees = temperatureFor(context);
    const output = JSON.stringify({ celsius: degrees });
    const tool = temperatureTool((input) => {
      inputs.push(input);
      return { celsius: degrees };
    });
    const response = await generateCalling(context, subject, { ...prompt, tools: [tool] });
    const [call] = response.toolCalls;
    await check("tool-is-called-once", () => equal(inputs.length, 1, "the number of times that the handler ran"));
    await check("argument-arrives", () => {
      const [input] = inputs;
      if (can("script")) equal(input, { city: "Paris" }, "the handler's input");
      const city = (input as { city?: unknown } | null | undefined)?.city;
      expectThat(typeof city === "string", mismatch("the handler's input", "{ city: … }", describe(input)));
    });
    await check("result-reaches-the-model", () => {
      const messages = sent()[1]?.turn?.messages ?? [];
      const asked = callsIn(messages)[0];
      const [result] = resultsIn(messages);
      expectThat(result !== undefined, mismatch("the tool results in the second request", "one", "none"));
      equal(result.id, asked?.id, "the id of the sent result");
      equal([asked?.name, result.name], [tool.name, tool.name], "the names of the sent call and result");
      equal(asText(result.output), output, "the sent result");
    });
    await check("result-is-used", () => {
      const used = response.text.includes(String(degrees));
      expectThat(
        used,
        mismatch("`text`", `an answer that mentions ${degrees}, which the handler gave`, describe(response.text)),
      );
    });
    await check("call-is-on-record", () => {
      equal(
        { name: call?.name, outcome: call?.outcome, output: call?.output, input: call?.input },
        { name: tool.name, outcome: "ran", output, input: inputs[0] },
        "`toolCalls[0]`",
      );
    });
    await check("steps-are-counted", () => {
      equal(response.steps, 2, "`steps`");
      equal(sent().length, response.steps, "the number of requests sent");
    });
    await check("messages-are-complete", () => {
      const { messages } = response;
      const roles = messages.map(({ role }) => role);
      equal(roles.slice(0, 3), ["assistant", "tool", "assistant"], "the roles of `messages`");
      equal(resultsIn(messages)[0]?.id, callsIn(messages)[0]?.id, "the id of the result in `messages`");
    });
    await judgeOddities(context);
  },
});
