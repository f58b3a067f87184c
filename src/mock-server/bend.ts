import { LLMError, nearest } from "../contract/index.js";
import { type WireProtocol, type WireQuirk, type WireRequest, wireQuirks } from "../quirks/index.js";
import type { ProviderReply } from "./wire-reply.js";

/** Gives a reply the quirks that its exchange can have. */
export type Bender = (request: WireRequest, reply: ProviderReply) => ProviderReply;

/**
 * @param ids of quirks, put in one after the other
 * @throws LLMError `LLM_INVALID_CONFIG` for one that this protocol's wire cannot have
 */
export function createBender(protocol: WireProtocol, ids: readonly string[] = []): Bender {
  const quirks = ids.map((id) => findQuirk(id, protocol));
  const encoder = new TextEncoder();
  return (request, reply) => {
    if (quirks.length === 0 || typeof reply === "string") return reply;
    const { pieces, ...rest } = reply;
    const reads = Array.from(pieces, (piece) => (typeof piece === "string" ? encoder.encode(piece) : piece));
    let bent = { ...rest, reads: reads as readonly Uint8Array[] };
    for (const { inject } of quirks) bent = inject({ protocol, request, reply: bent }) ?? bent;
    const { reads: bentReads, ...others } = bent;
    return { ...others, pieces: bentReads, apart: true };
  };
}

function findQuirk(id: string, protocol: WireProtocol): WireQuirk {
  const all = wireQuirks(protocol);
  const found = all.find((quirk) => quirk.id === id);
  if (found) return found;
  const near = nearest(String(id), [...new Set(all.map((quirk) => quirk.id))]);
  throw new LLMError(
    "LLM_INVALID_CONFIG",
    `there is no quirk "${id}" of the ${protocol} wire; near it ${near.map((one) => `"${one}"`).join(", ")}`,
    { provider: "mock-server" },
  );
}
