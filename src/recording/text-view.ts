/**
 * A text as somebody reads it who undoes its escapes or puts its pieces together, with where each character stands in the
 * source. Source and view hold bytes: one character each, as `latin1` decodes them.
 */
export interface TextView {
  readonly text: string;
  /** Where in the source the character at this index begins. */
  start(index: number): number;
  /** Where it ends. */
  end(index: number): number;
}

/** The source as it is. */
export function plainView(source: string): TextView {
  return { text: source, start: (index) => index, end: (index) => index + 1 };
}

/** A part of a view: the text of the source as it stands there, or what an escape there means. */
interface Segment {
  readonly text: string;
  readonly start: number;
  /** Where it ends in the source; absent where it is the source's own text. */
  readonly end?: number;
}

function viewOf(segments: readonly Segment[], below: TextView): TextView {
  const begins: number[] = [];
  let length = 0;
  for (const { text } of segments) {
    begins.push(length);
    length += text.length;
  }
  /** Where in the view below. */
  const locate = (index: number): readonly [start: number, last: number] => {
    const at = lastAtMost(begins, index);
    const { start, end } = segments[at] ?? { start: 0 };
    const exact = start + index - (begins[at] ?? 0);
    return end === undefined ? [exact, exact] : [start, end - 1];
  };
  return {
    text: segments.map(({ text }) => text).join(""),
    start: (index) => below.start(locate(index)[0]),
    end: (index) => below.end(locate(index)[1]),
  };
}

/** The index of the last of these ascending numbers that is no more than that. */
function lastAtMost(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? 0) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

const escapes =
  /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\(["'\\/bfnrt])|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos);/gi;

const named: Readonly<Record<string, string>> = {
  ...{ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" },
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" },
};

/**
 * A view without one layer of escapes: those of addresses, of JSON and of HTML.
 * @returns nothing where there are none
 */
export function unescapedView(view: TextView): TextView | undefined {
  const segments: Segment[] = [];
  let done = 0;
  const takeUntil = (end: number) => {
    if (end > done) segments.push({ text: view.text.slice(done, end), start: done });
  };
  for (const match of view.text.matchAll(escapes)) {
    takeUntil(match.index);
    done = match.index + match[0].length;
    segments.push({ text: meaningOf(match), start: match.index, end: done });
  }
  if (done === 0) return undefined;
  takeUntil(view.text.length);
  return viewOf(segments, view);
}

function meaningOf([whole, percent, unicode, letter, hexadecimal, decimal, entity]: RegExpExecArray): string {
  if (percent !== undefined) return String.fromCharCode(Number.parseInt(percent, 16));
  const name = letter ?? entity?.toLowerCase();
  if (name !== undefined) return named[name] ?? name;
  const code = decimal === undefined ? Number.parseInt(unicode ?? hexadecimal ?? "", 16) : Number(decimal);
  return code <= 0x10ffff ? Buffer.from(String.fromCodePoint(code)).toString("latin1") : whole;
}

/**
 * The pieces of a streamed text as one: for each key in JSON objects that occurs more than once, all the strings that stand
 * under it, joined.
 */
export function joinedViews(source: string): readonly TextView[] {
  const byKey = new Map<string, Segment[]>();
  let key = "";
  for (const [start, end] of stringsIn(source)) {
    const text = source.slice(start, end);
    if (/^\s{0,8}:/.test(source.slice(end + 1, end + 10))) {
      key = text;
      continue;
    }
    const joined = byKey.get(key);
    if (joined) joined.push({ text, start });
    else byKey.set(key, [{ text, start }]);
  }
  const whole = plainView(source);
  return [...byKey.values()].filter((segments) => segments.length > 1).map((segments) => viewOf(segments, whole));
}

/** The strings of JSON in a text, without their quotes. By hand: a regular expression's stack ends at some megabytes. */
function* stringsIn(source: string): Generator<readonly [start: number, end: number]> {
  const nextQuote = (from: number) => {
    let at = source.indexOf('"', from);
    while (at >= 0 && isEscaped(source, at)) at = source.indexOf('"', at + 1);
    return at;
  };
  let open = nextQuote(0);
  while (open >= 0) {
    const close = nextQuote(open + 1);
    if (close < 0) return;
    yield [open + 1, close];
    open = nextQuote(close + 1);
  }
}

function isEscaped(source: string, at: number): boolean {
  let backslashes = 0;
  while (source[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
