/**
 * An element whose texts are only ever text.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {readonly (Node | string)[]} children
 */
export function element(name, attributes, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * A sentence of the suite's: what stands between backticks is code. `html-text.ts` writes it alike.
 * @param {string} text
 */
export function prose(text) {
  // What the groups of a pattern have found stands at the odd places.
  const parts = text.split(/(?<!`)`([^`\n]+)`(?!`)/);
  return element(
    "bdi",
    {},
    parts.map((part, i) => (i % 2 === 0 ? part : element("code", {}, [part]))),
  );
}
