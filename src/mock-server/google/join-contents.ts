import type { WireContent } from "./generate-body.js";

/**
 * The contents with what a model said in a row made one. Google's own clients keep a streamed reply as one content a
 * chunk, and send it back so: https://github.com/googleapis/go-genai/issues/298, https://github.com/google-gemini/gemini-cli/pull/685
 */
export function joinContents(contents: readonly WireContent[]): readonly WireContent[] {
  const joined: WireContent[] = [];
  for (const content of contents) {
    const last = joined.at(-1);
    if (content.role === "model" && last?.role === "model")
      joined[joined.length - 1] = { role: "model", parts: [...(last.parts ?? []), ...(content.parts ?? [])] };
    else joined.push(content);
  }
  return joined;
}
