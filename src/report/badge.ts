import { escapeXML } from "./escape-xml.js";
import type { RunOutcome, RunReport } from "./run-report.js";
import { standingOf } from "./standing.js";

const label = "touchstone";

/** The colours that shields.io knows by these names, dark enough that white stands out on them. */
const colors: Readonly<Record<RunOutcome, { readonly name: string; readonly fill: string }>> = {
  conforms: { name: "brightgreen", fill: "#2b7a3d" },
  fails: { name: "red", fill: "#b3362b" },
  incomplete: { name: "yellow", fill: "#8a6100" },
  "kit-failed": { name: "lightgrey", fill: "#5f6670" },
};

/**
 * A report as what shields.io's endpoint badge reads: put it at an address, and give that to
 * `https://img.shields.io/endpoint?url=…`. https://shields.io/badges/endpoint-badge
 */
export function toBadgeEndpoint(report: RunReport): string {
  const color = colors[report.outcome].name;
  return `${JSON.stringify({ schemaVersion: 1, label, message: messageOf(report), color })}\n`;
}

/** A report as a badge that stands by itself: an SVG that loads nothing. */
export function toBadgeSVG(report: RunReport): string {
  const message = messageOf(report);
  const left = widthOf(label) + 2 * padding;
  const right = widthOf(message) + 2 * padding;
  const title = escapeXML(`${label}: ${message}`);
  const text = (content: string, from: number, width: number) => {
    const at = `x="${from + width / 2}" textLength="${width - 2 * padding}" lengthAdjust="spacingAndGlyphs"`;
    return `<text ${at} y="14">${escapeXML(content)}</text>`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)">
<rect width="${left}" height="20" fill="#3a4149"/>
<rect x="${left}" width="${right}" height="20" fill="${colors[report.outcome].fill}"/>
</g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
${text(label, 0, left)}
${text(message, left, right)}
</g>
</svg>
`;
}

function messageOf({ outcome, subjects }: RunReport): string {
  const judged = subjects.reduce((sum, { counts }) => sum + counts.judged, 0);
  const failed = subjects.flatMap(({ checks }) => checks.filter((check) => standingOf(check) === "failed")).length;
  const messages: Readonly<Record<RunOutcome, string>> = {
    conforms: `conforms, ${judged} judged`,
    fails: `${failed} of ${judged} failed`,
    incomplete: "incomplete",
    "kit-failed": "the kit failed",
  };
  return messages[outcome];
}

const padding = 7;

/** About how wide a text is, in pixels of Verdana at 11; the text is then fitted to it. */
function widthOf(text: string): number {
  return Math.round(
    [...text].reduce((sum, one) => sum + (/[ijlft.,: ]/.test(one) ? 4.2 : /[mw]/.test(one) ? 10 : 7), 0),
  );
}
