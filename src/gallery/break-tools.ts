import type { Approve, LLM, LLMRequest, Tool, ToolContext } from "../contract/index.js";
import { badRequest, rewriting } from "./break-llm.js";
import type { Spoil } from "./mutant.js";

// Defects in how tools are offered, their policy is asked and their handlers are run.

/** A request with other tools. */
export const withTools =
  (change: (tool: Tool) => object) =>
  (request: LLMRequest): LLMRequest => {
    const tools = request.tools?.map((tool) => ({ ...tool, ...change(tool) }) as Tool);
    return tools ? { ...request, tools } : request;
  };

/** Other tools than the caller's. */
export const badTools = (change: (tool: Tool) => object): Spoil<LLM> => badRequest(withTools(change));

/** Runs a tool's handler. */
export type Execute = (input: unknown, context: ToolContext) => unknown;

/** What a loop deals with a call by. */
interface Dealings {
  readonly approve: Approve;
  readonly execute: Execute;
}

/**
 * The handlers of each request, and its policy where it has one, spoilt together; calling one of them is the harm.
 */
export const badDealings = (
  spoil: (right: Dealings, signal: AbortSignal | undefined) => Partial<Dealings>,
): Spoil<LLM> =>
  rewriting((request, harm, { signal }) => {
    const { approve = () => true } = request;
    const told =
      <Args extends unknown[], Result>(method: (...args: Args) => Result) =>
      (...args: Args): Result => {
        harm();
        return method(...args);
      };
    let policy: Approve | undefined;
    const tools = request.tools?.map((tool): Tool => {
      if (!tool.execute) return tool;
      const spoilt = spoil({ approve, execute: tool.execute }, signal);
      policy ??= spoilt.approve;
      return spoilt.execute ? { ...tool, execute: told(spoilt.execute) } : tool;
    });
    return {
      ...request,
      ...(tools && { tools }),
      ...(policy && request.approve && { approve: told(policy) }),
    };
  });

/** A policy that is asked, or heard, in another way. */
export const badApproval = (spoil: (approve: Approve) => Approve): Spoil<LLM> =>
  badDealings(({ approve }) => ({ approve: spoil(approve) }));

/** A handler that is called, or heard, in another way. */
export const badExecute = (spoil: (execute: Execute) => Execute): Spoil<LLM> =>
  badDealings(({ execute }) => ({ execute: spoil(execute) }));
