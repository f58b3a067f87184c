import type { WireProtocol, WireRequest } from "../quirks/index.js";

const googleMethods: Readonly<Record<string, WireRequest["kind"]>> = {
  generateContent: "generate",
  streamGenerateContent: "stream",
  countTokens: "count-tokens",
  embedContent: "embed",
  batchEmbedContents: "embed",
};

/**
 * The protocol of a request, by its path alone: Google's calls a method of a model, or lists models below a version that is
 * not OpenAI's.
 */
export function protocolOf(path: string): WireProtocol {
  const [pathname = ""] = path.split("?");
  return /\/models\/[^/]+:\w+$/.test(pathname) || /\/v\d+(?:alpha|beta)\d*\/models(?:\/|$)/.test(pathname)
    ? "google"
    : "openai";
}

/** What a request is for. @param path with or without the query; what stands before the endpoint's own is the host's */
export function kindOf(protocol: WireProtocol, path: string, body: string): WireRequest["kind"] {
  const [pathname = ""] = path.split("?");
  if (protocol === "google") return googleMethods[/:(\w+)$/.exec(pathname)?.[1] ?? ""] ?? "unknown";
  if (pathname.endsWith("/embeddings")) return "embed";
  if (!pathname.endsWith("/chat/completions")) return "unknown";
  return streams(body) ? "stream" : "generate";
}

function streams(body: string): boolean {
  try {
    return (JSON.parse(body) as { stream?: unknown } | null)?.stream === true;
  } catch {
    return false;
  }
}
