/**
 * @typedef {object} View What the address of the page keeps, so that a link shows what its sender saw.
 * @property {string} text
 * @property {Set<string>} verdicts
 * @property {{ kind: string, subject: string, case: string, check?: string } | undefined} cell
 */

/**
 * @param {string} hash
 * @returns {View}
 */
export function readHash(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const get = (/** @type {string} */ name) => fields.get(name) ?? "";
  const check = get("check");
  return {
    text: get("q"),
    verdicts: new Set(get("verdict").split(",").filter(Boolean)),
    cell: fields.has("case")
      ? { kind: get("kind"), subject: get("subject"), case: get("case"), ...(check && { check }) }
      : undefined,
  };
}

/** @param {View} view */
export function writeHash({ text, verdicts, cell }) {
  const fields = new URLSearchParams({
    ...cell,
    ...(verdicts.size > 0 && { verdict: [...verdicts].join(",") }),
    ...(text && { q: text }),
  });
  return `#${fields}`;
}
