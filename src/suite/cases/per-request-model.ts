import type { LLM, LLMErrorCode, LLMRequest, LLMResponse, Script } from "../../contract/index.js";
import { events, generate, stream } from "../ask.js";
import { type CaseContext, llmCase, must, type Played } from "../case.js";
import { equal, expectError, expectNothingSent } from "../expect.js";
import { describe, expectThat, Failure, mismatch } from "../failure.js";
import { cityAnswer, cityRequest, hello, temperatureAnswer, temperatureCall, temperatureRequest } from "../prompts.js";

const other = "touchstone-other-model";
const request: LLMRequest = { ...hello, model: other };

/** How a model that cannot be had may be refused. */
const refusals: readonly LLMErrorCode[] = [
  "LLM_REQUEST_REJECTED",
  "LLM_MODEL_NOT_FOUND",
  "LLM_INVALID_REQUEST",
  "LLM_UNSUPPORTED",
];

export const perRequestModel = llmCase({
  name: "PerRequestModelIsHonouredOrRefused",
  claim: "A request's own model answers that request, and that request alone, or is refused.",
  script: ["From the other model.", "From the usual model."],
  prompt: request,
  checks: {
    "honoured-or-refused": must({
      clause:
        "The call succeeds and reports the asked-for model, or fails with LLM_MODEL_NOT_FOUND, LLM_REQUEST_REJECTED, LLM_INVALID_REQUEST or LLM_UNSUPPORTED.",
      why: "A caller who picks a cheap or a strong model for one request gets, and pays for, another.",
      fix: "Send the request's model where it has one; report the model that the reply names.",
    }),
    "model-is-sent": must({
      clause: "The asked-for model is the one on the wire; a call refused as unsupported or invalid sends nothing.",
      why: "The response names a model that never saw the request.",
      fix: "Use `request.model ?? model` where the body or address is built.",
      needs: ["meaning"],
    }),
    "streams-honour-it-too": must({
      clause: "A stream sends the asked-for model as well, or refuses it in the same way.",
      why: "One method honours the model and the other forgets it.",
      fix: "Build the request in one place for both methods.",
      needs: ["meaning"],
      capabilities: ["streaming"],
    }),
    "tool-turns-honour-it-too": must({
      clause: "Every turn of a tool loop goes to the asked-for model, or the request is refused in the same way.",
      why: "A conversation begins with one model and ends, at another price, with the next.",
      fix: "Keep the request's model for the whole loop.",
      needs: ["script", "meaning"],
      capabilities: ["tools"],
    }),
    "schema-turns-honour-it-too": must({
      clause: "A request with a schema goes to the asked-for model, or is refused in the same way.",
      why: "The path for structured output has a model of its own, and nobody knows.",
      fix: "Build the request in one place, with and without a schema.",
      needs: ["script", "meaning"],
      capabilities: ["structuredOutput"],
    }),
    "next-call-is-back": must({
      clause: "The next request without a model goes to the LLM's own again.",
      why: "One request changes the model, and the bill, of all that come after it.",
      fix: "Keep the request's model in the call, not in the driver.",
      needs: ["meaning"],
    }),
    "own-model-is-unchanged": must({
      clause: "`model` of the LLM is the same after the call as before.",
      why: "Whatever reads it (logs, meters, caches) is wrong from then on.",
      fix: "Keep the request's model in the call, not in the driver.",
    }),
  },
  async run(context) {
    const { open, check, prompt, signal, can } = context;
    const played = await open();
    const { subject, sent } = played;
    const own = subject.model;
    const answer = await answerOrRefusal(generate(subject, prompt, { signal }));
    await check("honoured-or-refused", () => {
      if (answer instanceof Failure) return expectError(Promise.reject(answer), refusals);
      // A provider may report a dated name of the same model.
      const reported = String(answer.model);
      return expectThat(
        can("script") ? reported === other : reported.includes(other),
        mismatch("`model` of the response", `'${other}', which was asked for`, describe(reported)),
      );
    });
    await check("model-is-sent", () => expectSent(played, answer));
    await check("own-model-is-unchanged", () => equal(subject.model, own, "`model` of the LLM after the call"));
    await check("next-call-is-back", async () => {
      const before = sent().length;
      await generate(subject, hello, { signal });
      const turn = sent()[before]?.turn;
      expectThat(turn !== undefined, "no request was sent");
      equal(turn.model ?? own, own, "the model sent for the next request");
    });
    await check("streams-honour-it-too", () => streamed(context));
    const expectOther = async (script: Script, asked: LLMRequest) => {
      const turns = await open({ script });
      const given = await answerOrRefusal(generate(turns.subject, { ...asked, model: other }, { signal }));
      await expectSent(turns, given);
      if (given instanceof Failure) return;
      for (const { turn } of turns.sent()) equal(turn?.model, other, "the model sent with each turn");
    };
    await check("tool-turns-honour-it-too", () =>
      expectOther([temperatureCall, temperatureAnswer], temperatureRequest()),
    );
    await check("schema-turns-honour-it-too", () => expectOther([cityAnswer], cityRequest));
  },
});

async function answerOrRefusal<T>(asked: Promise<T>): Promise<T | Failure> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Failure && error.rejection) return error;
    throw error;
  }
}

/** What was sent for the request that was answered so. */
async function expectSent({ sent }: Played<LLM>, answer: LLMResponse | Failure | "streamed"): Promise<void> {
  if (answer instanceof Failure) {
    const { code } = await expectError(Promise.reject(answer), refusals);
    if (code === "LLM_UNSUPPORTED" || code === "LLM_INVALID_REQUEST") return expectNothingSent(sent());
  }
  equal(sent()[0]?.turn?.model, other, "the model sent");
}

async function streamed({ open, signal }: Pick<CaseContext<LLM, never>, "open" | "signal">): Promise<void> {
  const played = await open();
  const opened = await answerOrRefusal(stream(played.subject, request, { signal }));
  if (!(opened instanceof Failure)) await events(opened);
  await expectSent(played, opened instanceof Failure ? opened : "streamed");
}
