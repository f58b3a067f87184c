import { escapeXML, escapeXMLText } from "./escape-xml.js";
import { visibleText } from "./visible-text.js";

/** A text of anybody's as the text of an element, its lines as they are. */
export function html(text: string): string {
  return escapeXMLText(visibleText(text, "\n\t"));
}

/** A text of anybody's as an attribute. What a script reads back is what the data that the page embeds has. */
export function attribute(text: string): string {
  return escapeXML(visibleText(text, "\n\t"));
}

/** A text of anybody's that cannot turn what stands around it, whichever way it is written. */
export function isolated(text: string): string {
  return `<bdi>${html(text)}</bdi>`;
}

/** A name such as `ToolLoop/result-is-used`, which breaks between its words where it must. */
export function name(text: string): string {
  return `<bdi>${html(text).replace(/(?<=[a-z\d])(?=[A-Z])|(?<=\/)(?=\w)/g, "<wbr>")}</bdi>`;
}

/** A sentence of the suite's: what stands between backticks is code. The page's `prose.js` reads it alike. */
export function prose(text: string): string {
  return `<bdi>${html(text).replace(/(?<!`)`([^`\n]+)`(?!`)/g, "<code>$1</code>")}</bdi>`;
}

/** A table that scrolls by itself where it is too wide for the page. */
export function table(caption: string, head: readonly string[], rows: readonly string[]): string {
  return `<div class="scroll" tabindex="0" role="region" aria-label="${attribute(caption)}"><table>
<thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table></div>`;
}
