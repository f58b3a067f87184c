import type { LLMErrorCode } from "./error-codes.js";

/** Refuses a request. @param place what is wrong, for example `messages[2].content[0]` */
export type Refuse = (place: string, message: string, code?: LLMErrorCode) => never;

/** Something of a request that has not been looked at yet. */
export type Loose = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Refuses what the contract does not know: it would be dropped in silence. */
export function refuseUnknown(
  value: Loose,
  known: readonly string[],
  place: string,
  refuse: Refuse,
  code?: LLMErrorCode,
): void {
  const unknown = Object.keys(value).find((key) => value[key] !== undefined && !known.includes(key));
  if (unknown === undefined) return;
  refuse(place ? `${place}.${unknown}` : unknown, `is not a field here; there are ${known.join(", ")}`, code);
}
