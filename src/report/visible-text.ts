/**
 * What a text of a model's or a provider's may do to whoever shows it: C0 and C1 controls move a cursor or end a
 * document, and the characters that turn the direction of text make one line read as another.
 */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** Their names where Unicode has a picture for them; otherwise their number. */
function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "\u2421" : `\\u${code.toString(16).padStart(4, "0")}`;
}

/**
 * Makes what cannot be seen visible, and the text well-formed.
 * @param kept control characters that may stay, such as the newline where lines are wanted
 */
export function visibleText(text: string, kept = ""): string {
  return text.toWellFormed().replace(unseen, (character) => (kept.includes(character) ? character : shown(character)));
}

/** The same on one line: white space of any kind is a space. */
export function oneLine(text: string): string {
  return visibleText(text.replace(/\s+/g, " ").trim());
}

/** The beginning of a text, with `…` where there is more; never half a character. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
}
