/**
 * Wide and fullwidth characters, from Hangul Jamo to the supplementary ideographs; emoji have a property of their own.
 * https://www.unicode.org/reports/tr11/
 */
const wide =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;
const emoji = /^\p{Emoji_Presentation}|\ufe0f|\u20e3/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What a reader sees as one character each, never torn apart. */
export function charactersOf(text: string): readonly string[] {
  // Most texts are plain, and finding graphemes is slow.
  if (/^[\x20-\x7e]*$/.test(text)) return [...text];
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}

/** How many columns of a terminal a text takes. It must hold no escape sequences. */
export function widthOf(text: string): number {
  return charactersOf(text).reduce((sum, character) => sum + widthOfCharacter(character), 0);
}

function widthOfCharacter(character: string): number {
  if (character <= "~" && character.length === 1) return 1;
  if (invisible.test(character)) return 0;
  return emoji.test(character) || wide.test(character) ? 2 : 1;
}

/** The text followed by as many spaces as it lacks. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** The text, or its beginning and `…` where it is wider than that. */
export function fitted(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let taken = 1;
  for (const character of charactersOf(text)) {
    taken += widthOfCharacter(character);
    if (taken > width) break;
    kept += character;
  }
  return width > 0 ? `${kept}…` : "";
}

/**
 * Lines of at most that width, broken at spaces, and within a word where it alone is wider.
 * @param hanging how far the lines after the first are indented
 */
export function wrapped(text: string, width: number, hanging: number): readonly string[] {
  const lines = [""];
  const room = (line: number) => Math.max(2, line === 0 ? width : width - hanging);
  /** Puts a piece on the last line where it fits, and otherwise on one of its own. */
  const add = (piece: string, gap: string) => {
    const last = lines.length - 1;
    const line = lines[last] ?? "";
    const longer = line === "" ? piece : line + gap + piece;
    if (line === "" || widthOf(longer) <= room(last)) lines[last] = longer;
    else lines.push(piece);
  };
  for (const word of text.split(" ")) {
    const isTorn = widthOf(word) > room(lines.at(-1) === "" ? lines.length - 1 : lines.length);
    if (!isTorn) add(word, " ");
    else {
      if (lines.at(-1) !== "") lines.push("");
      for (const character of charactersOf(word)) add(character, "");
    }
  }
  return lines.map((line, i) => (i === 0 ? line : " ".repeat(hanging) + line));
}
