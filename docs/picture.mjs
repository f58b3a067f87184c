// Draws docs/check.svg from what `touchstone check` prints. Run it after `npm run build`: node docs/picture.mjs
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { stdout } = spawnSync(process.execPath, [`${root}/bin/touchstone.js`, "check"], {
  encoding: "utf8",
  env: { ...process.env, FORCE_COLOR: "1" },
});

const escapeCharacter = String.fromCharCode(27);
const colorCode = new RegExp(`${escapeCharacter}\\[(\\d+)m`);
const lineHeight = 18;
const charWidth = 8.4;
const colors = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 2: "#8b949e" };
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** One line with ANSI colours, as spans. */
function spans(line) {
  let style = "";
  return line
    .split(colorCode)
    .map((piece, i) => {
      if (i % 2 === 0) return piece && `<tspan${style}>${escaped(piece)}</tspan>`;
      if (piece === "1") style = ' font-weight="bold"';
      else style = colors[piece] ? ` fill="${colors[piece]}"` : "";
      return "";
    })
    .join("");
}

const lines = ["$ npx touchstone check", "", ...stdout.trimEnd().split("\n")];
const plain = lines.map((line) =>
  line
    .split(colorCode)
    .filter((_, i) => i % 2 === 0)
    .join(""),
);
const width = Math.ceil(Math.max(...plain.map((line) => line.length)) * charWidth) + 32;
const height = lines.length * lineHeight + 32;
const rows = lines.map(
  (line, i) => `<text x="16" y="${16 + (i + 1) * lineHeight - 4}" xml:space="preserve">${spans(line)}</text>`,
);
writeFileSync(
  `${root}/docs/check.svg`,
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="What touchstone check prints">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3">
${rows.join("\n")}
</g>
</svg>
`,
);
