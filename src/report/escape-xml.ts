/** Everything that XML 1.0 has no place for, written literally or as a reference. https://www.w3.org/TR/xml/#charsets */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // As they are, a parser would make spaces of them within an attribute, and a newline of a carriage return.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** A text as an attribute of XML or HTML, or as the text of an element. Control characters are shown by their pictures. */
export function escapeXML(text: string): string {
  return pictured(text).replace(/[&<>"'\t\n\r]/g, (character) => references[character] ?? character);
}

/** A text as the text of an element, its lines and tabs as they are. */
export function escapeXMLText(text: string): string {
  return pictured(text).replace(/[&<>"'\r]/g, (character) => references[character] ?? character);
}

function pictured(text: string): string {
  return text.toWellFormed().replace(forbidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : "\ufffd";
  });
}
