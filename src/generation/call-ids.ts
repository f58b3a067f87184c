import { randomUUID } from "node:crypto";
import type { Message } from "../contract/index.js";

/** Gives every call an id that is unique over the whole conversation. */
export interface CallIds {
  /** The provider's id where it sent one that is new here, else a minted one. */
  assign(sent: string | undefined): string;
}

/** @param history the messages whose ids are taken */
export function createCallIds(history: readonly Message[]): CallIds {
  const taken = new Set(
    history
      .flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []))
      .map((call) => call.id),
  );
  return {
    assign(sent) {
      const id = sent && !taken.has(sent) ? sent : `call_${randomUUID().replaceAll("-", "")}`;
      taken.add(id);
      return id;
    },
  };
}
