import { createHash } from "node:crypto";
import type { Endpoint } from "./endpoint.js";

/**
 * An id as the endpoint takes it: its own unchanged; one from elsewhere, where the format is restricted, always the same
 * replacement, so that call and result still find each other.
 */
export function wireId(id: string, { toolCallIds }: Endpoint): string {
  if (toolCallIds === "any" || /^[A-Za-z0-9]{9}$/.test(id)) return id;
  return createHash("sha256")
    .update(id)
    .digest("base64")
    .replace(/[^A-Za-z0-9]/g, "")
    .slice(0, 9)
    .padEnd(9, "0");
}
