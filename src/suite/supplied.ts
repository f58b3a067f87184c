/**
 * What createLLM and createEmbedder supply: checks about what happens on this side of a driver, such as the validation of
 * a request, the tool loop with its approvals, retries, and what can be done with a stream. A model that an adapter has put
 * a driver around did nothing for passing them. Whole cases, or the checks of a case by their slugs.
 *
 * What a driver does can still make one of them fail; such a failure is the model's.
 */
const supplied: Readonly<Record<string, "all" | readonly string[]>> = {
  Enabled: ["says-so"],
  Identity: ["response-names-the-provider", "identity-is-stable"],
  Generate: ["takes-one-turn", "messages-go-on", "request-is-not-changed", "later-changes-do-not-matter"],
  RejectsEmptyConversation: "all",
  RejectsUnknownRole: "all",
  RejectsEmptySchema: "all",
  RejectsMalformedAttachment: "all",
  AttachmentSizeIsGuarded: "all",
  RejectsUnpairedToolResults: "all",
  RejectsInvalidTools: "all",
  RejectsInvalidNumbers: "all",
  RejectsUnsafeValues: "all",
  CapabilitiesAreHonest: ["claims-are-complete", "token-counting"],
  StructuredOutputIsJSON: ["schema-is-not-changed"],
  Stream: [
    ...["no-empty-delta", "deltas-are-well-formed", "steps-count-from-one", "one-finish-last"],
    ...["response-is-the-finish", "iterable-once", "response-drains"],
  ],
  StreamCloseIsIdempotent: "all",
  StreamCloseBeforeDrain: ["pending-next-resolves", "pending-response-rejects"],
  StreamResponseAtAnyTime: "all",
  StreamClosesInEveryState: "all",
  StreamRunsTools: [
    ...["steps-are-numbered", "calls-are-announced", "approval-is-asked", "unfit-input-never-runs"],
    ...["handler-gets-the-signal", "step-cap-holds"],
  ],
  ToolLoop: [
    ...["tool-is-called-once", "call-is-on-record", "steps-are-counted", "messages-are-complete", "step-cap-holds"],
    ...["failing-handler-goes-on", "unknown-tool-goes-on", "unfit-input-never-runs"],
  ],
  ToolApprovalIsEnforced: [
    ...["denied-call-never-runs", "denial-is-on-record", "generation-goes-on", "policy-sees-the-call"],
    ...["approved-call-runs", "only-true-approves", "throwing-policy-denies"],
  ],
  ToolResultsAreTold: ["unsafe-value-fails"],
  ToolInputIsChecked: ["fitting-input-runs", "misfit-never-runs", "checked-before-approval"],
  ToolCallsRunTogether: ["all-at-once", "each-runs-once", "record-keeps-the-order"],
  ToolChoiceIsHonoured: ["none-is-for-all-steps", "ignored-force-is-an-error", "cut-turn-is-no-disobedience"],
  StepCapIsExact: "all",
  ApprovalIsAskedForEachCall: "all",
  ConversationResumes: [
    "split-results-are-one-turn",
    "decided-calls-are-not-asked-again",
    "repeated-id-is-made-unique",
  ],
  HonoursCancelledContext: [
    ...[
      "aborted-signal-rejects",
      "cause-is-the-reason",
      "aborted-signal-sends-nothing",
      "aborted-stream-sends-nothing",
    ],
    ...["validation-comes-first", "call-in-flight-rejects", "stream-rejects", "tool-loop-stops"],
    ...["handler-gets-the-signal", "closed-llm-refuses", "closed-llm-sends-nothing", "close-ends-running-calls"],
  ],
  RequestIsTheCallersOwn: "all",
  CancellationIsComplete: "all",
  RetriesAreBounded: [
    ...["passing-failure-is-tried-again", "lasting-failure-is-not", "count-is-exact", "none-when-none-are-wanted"],
    ...["abort-ends-the-waiting", "cancelled-attempt-is-not-tried-again", "streams-are-tried-again"],
    ...["begun-answer-is-not-tried-again", "handler-runs-once", "same-request-again"],
  ],
  CallsDoNotMix: ["tools-at-once"],
  EmbedIdentity: ["response-names-both"],
  EmbedRequestIsNotMutated: "all",
  EmbedHonoursCancelledContext: [
    ...["aborted-signal-rejects", "aborted-signal-sends-nothing", "call-in-flight-rejects", "abort-stops-the-rest"],
  ],
  EmbedCloseRefusesNewCalls: [
    "new-call-rejects",
    "nothing-was-sent",
    "close-ends-running-calls",
    "second-close-resolves",
  ],
  EmbedRetriesAreBounded: "all",
  EmbedRejectsInvalidRequests: "all",
};

/** Whether createLLM or createEmbedder supplies what a check asks for. */
export function isSupplied(suiteCase: string, check: string): boolean {
  const checks = Object.hasOwn(supplied, suiteCase) ? supplied[suiteCase] : undefined;
  return checks === "all" || (checks?.includes(check) ?? false);
}

type Entry = readonly [suiteCase: string, check: string | undefined];

/** Every entry, as cases and slugs; `undefined` for a whole case. */
export function suppliedChecks(): readonly Entry[] {
  return Object.entries(supplied).flatMap(([suiteCase, checks]) =>
    checks === "all" ? [[suiteCase, undefined] as Entry] : checks.map((check): Entry => [suiteCase, check]),
  );
}
