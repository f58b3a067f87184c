import type { ReceivedRequest } from "../mock-server.js";
import type { RecordedRequest } from "../recorder.js";

const kinds = {
  generateContent: "generate",
  streamGenerateContent: "stream",
  countTokens: "count-tokens",
  embedContent: "embed",
  batchEmbedContents: "embed",
} as const satisfies Record<string, RecordedRequest["kind"]>;

export type Method = keyof typeof kinds;

/** What a request is for. `model`: the one that it names. */
export type Endpoint =
  | { readonly name: Method; readonly kind: RecordedRequest["kind"]; readonly model: string }
  | { readonly name: "models"; readonly kind: "unknown"; readonly model: string | undefined };

/** @returns nothing for another path, or another HTTP method: Google's front answers both with a page */
export function route({ method, path }: Pick<ReceivedRequest, "method" | "path">): Endpoint | undefined {
  const [matched, model, called] = /^\/v1beta\/models(?:\/([^/:]+)(?::(\w+))?)?$/.exec(path) ?? [];
  if (matched === undefined) return undefined;
  if (method === "GET" && called === undefined) return { name: "models", kind: "unknown", model };
  if (method !== "POST" || model === undefined || called === undefined || !Object.hasOwn(kinds, called))
    return undefined;
  const name = called as Method;
  return { name, kind: kinds[name], model };
}
