import { oneLine, visibleText } from "./visible-text.js";

/** Cannot be seen, and is a part of no name: what it stands in is no mention, reference, address or emoji. */
const joiner = "\u2060";

/** ASCII punctuation but for what never makes markup. */
const punctuation = /[!#$&()*+.:;<=>@[\\\]^_`{|}~-]/g;

/**
 * A text on one line of GitHub's Markdown that is nothing but text, in a table too. What could make markup stands as a
 * numeric reference, which by the specification never does. Mentions, references to issues and addresses are looked for
 * in the finished page, where references are characters again; there a word joiner keeps them apart.
 * https://github.github.com/gfm/#entity-and-numeric-character-references
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[@#]|:(?=\/\/|[\w+-]+:)|\b(?:GH|www)(?=[-.])/gi, (found) => found + joiner)
    .replace(punctuation, (character) => `&#${character.charCodeAt(0)};`);
}

/** A text as a block that keeps its lines; within an element of HTML, nothing is looked for in it. */
export function preformatted(text: string): string {
  const lines = visibleText(text, "\n\t").replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<pre><code>${lines}</code></pre>`;
}
