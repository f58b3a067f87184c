/**
 * Makes a table a grid in which one cell takes the focus and arrow keys move it.
 * https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 * @param {HTMLTableElement} table
 * @param {string} label
 * @param {(cell: HTMLTableCellElement, byKey: boolean) => void} open
 */
export function makeGrid(table, label, open) {
  table.setAttribute("role", "grid");
  table.setAttribute("aria-label", label);
  table.parentElement?.removeAttribute("tabindex");
  for (const cell of table.querySelectorAll("td")) {
    cell.tabIndex = -1;
    if (cell.className) cell.setAttribute("aria-expanded", "false");
  }
  keepReachable(table);

  table.addEventListener("keydown", (event) => {
    const cell = /** @type {HTMLElement} */ (event.target).closest("td");
    if (!cell || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      if (cell.className) open(cell, true);
    } else {
      const next = neighbour(table, cell, event.key, event.ctrlKey);
      if (!next) return;
      focusCell(table, next);
    }
    event.preventDefault();
  });
  table.addEventListener("click", (event) => {
    const cell = /** @type {HTMLElement} */ (event.target).closest("td");
    if (!cell) return;
    focusCell(table, cell);
    if (cell.className) open(cell, false);
  });
}

/**
 * Moves the focus, and with it the cell that the tab key reaches.
 * @param {HTMLTableElement} table
 * @param {HTMLTableCellElement} cell
 */
export function focusCell(table, cell) {
  for (const other of table.querySelectorAll('td[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  cell.tabIndex = 0;
  cell.focus();
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/**
 * After rows were hidden: the tab key must still reach a cell.
 * @param {HTMLTableElement} table
 */
export function keepReachable(table) {
  const current = table.querySelector('td[tabindex="0"]');
  if (current && !current.closest("tr")?.hidden) return;
  current?.setAttribute("tabindex", "-1");
  visibleRows(table)[0]?.querySelector("td")?.setAttribute("tabindex", "0");
}

/** @param {HTMLTableElement} table */
function visibleRows(table) {
  return [...(table.tBodies[0]?.rows ?? [])].filter((row) => !row.hidden);
}

const page = 10;

/**
 * @param {HTMLTableElement} table
 * @param {HTMLTableCellElement} cell
 * @param {string} key
 * @param {boolean} far
 * @returns {HTMLTableCellElement | undefined}
 */
function neighbour(table, cell, key, far) {
  const rows = visibleRows(table);
  const row = /** @type {HTMLTableRowElement} */ (cell.parentElement);
  const y = rows.indexOf(row);
  const x = [...row.querySelectorAll("td")].indexOf(cell);
  const last = row.querySelectorAll("td").length - 1;
  const at = (/** @type {number} */ column, /** @type {number} */ line) =>
    rows[Math.min(Math.max(line, 0), rows.length - 1)]?.querySelectorAll("td")[Math.min(Math.max(column, 0), last)];
  switch (key) {
    case "ArrowUp":
      return at(x, y - 1);
    case "ArrowDown":
      return at(x, y + 1);
    case "ArrowLeft":
      return at(x - 1, y);
    case "ArrowRight":
      return at(x + 1, y);
    case "PageUp":
      return at(x, y - page);
    case "PageDown":
      return at(x, y + page);
    case "Home":
      return at(0, far ? 0 : y);
    case "End":
      return at(last, far ? rows.length : y);
    default:
      return undefined;
  }
}
