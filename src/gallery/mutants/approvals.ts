import { badResults } from "../break-driver.js";
import { badResponse } from "../break-llm.js";
import { badApproval } from "../break-tools.js";
import type { LLMMutants } from "../mutant.js";

/** What becomes of a policy, and of what it denies. */
export const approvalMutants: LLMMutants = {
  "runs-what-was-denied": [
    "ToolApprovalIsEnforced/denied-call-never-runs",
    /handler ran: expected 0, got 1/,
    badApproval((approve) => async (call) => {
      await approve(call);
      return true;
    }),
  ],
  "keeps-no-record-of-denials": [
    "ToolApprovalIsEnforced/denial-is-on-record",
    /`toolCalls\[0\]`: expected /,
    badResponse(({ toolCalls }) => ({ toolCalls: toolCalls.filter(({ outcome }) => outcome !== "denied") })),
  ],
  "tells-the-model-no-reason": [
    "ToolApprovalIsEnforced/reason-reaches-the-model",
    /what the model was told of its call: expected .*, got 'denied'$/,
    badResults((results) => results.map((result) => ({ ...result, output: "denied" }))),
  ],
  "ends-at-a-denial": [
    "ToolApprovalIsEnforced/generation-goes-on",
    /`steps`: expected more than 1.*, got 1/,
    badResponse(() => ({ steps: 1 })),
  ],
  "hides-the-input-from-the-policy": [
    "ToolApprovalIsEnforced/policy-sees-the-call",
    /`input` of the call that the policy was shown: expected/,
    badApproval((approve) => (call) => approve({ ...call, input: {} })),
  ],
  "asks-the-policy-twice": [
    "ToolApprovalIsEnforced/policy-sees-the-call",
    /how often the policy was asked: expected 1, got 2/,
    badApproval((approve) => async (call) => {
      await approve(call);
      return approve(call);
    }),
  ],
  "denies-everything": [
    "ToolApprovalIsEnforced/approved-call-runs",
    /the handler of an approved call ran: expected at least 1, got 0/,
    badApproval(() => () => false),
  ],
  "takes-truthy-for-true": [
    "ToolApprovalIsEnforced/only-true-approves",
    /where the policy answered 1: expected 0, got 1/,
    badApproval((approve) => async (call) => Boolean(await approve(call))),
  ],
  "approves-when-the-policy-is-down": [
    "ToolApprovalIsEnforced/throwing-policy-denies",
    /handler ran: expected 0, got 1/,
    badApproval((approve) => async (call) => {
      try {
        return await approve(call);
      } catch {
        return true;
      }
    }),
  ],
};
