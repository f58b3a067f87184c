import type { LLMRequest, Reply, Script } from "../../contract/index.js";

/** What a model says and what it is asked, to be played in memory and over every wire: each must give the same. */
export interface RoadScript {
  readonly name: string;
  readonly script: Script;
  readonly request: LLMRequest;
}

const hello: LLMRequest = { messages: [{ role: "user", content: "Say hello." }] };
export const one = (name: string, reply: Reply, more: Partial<LLMRequest> = {}): RoadScript =>
  many(name, [reply], more);
export const many = (name: string, script: Script, more: Partial<LLMRequest> = {}): RoadScript => ({
  name,
  script,
  request: { ...hello, ...more },
});
