/**
 * The reference tokens of a JSON Pointer in a URI fragment, such as `#/$defs/item`. What is not validly encoded is taken as
 * it is. https://www.rfc-editor.org/rfc/rfc6901
 */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => decoded(token).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
