import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The style and the script of the page, with what the page's content security policy names each by. */
export interface PageAssets {
  readonly style: Asset;
  readonly script: Asset;
}

interface Asset {
  readonly text: string;
  /** `'sha256-…'`. */
  readonly hash: string;
}

/** The script's modules, each after those that it imports. */
const modules = ["filter", "hash", "grid", "prose", "panel", "main"];

/** The sheets of the style, in the order in which they overrule each other. */
const sheets = ["theme", "page", "facts", "problems", "matrix", "filters", "panel", "print"];

let made: PageAssets | undefined;

/** Reads the files of `page/` once. They stand with the sources, in the package too. */
export function pageAssets(): PageAssets {
  made ??= {
    style: asset(sheets.map((name) => readAsset(`${name}.css`)).join("")),
    script: asset(modules.map((name) => withoutImports(readAsset(`${name}.js`))).join("\n")),
  };
  return made;
}

function readAsset(name: string): string {
  return readFileSync(new URL(`../../src/report/page/${name}`, import.meta.url), "utf8");
}

/** One file cannot import another within a page that loads nothing: the modules become one, in order. */
function withoutImports(module: string): string {
  return module.replace(/^import [\s\S]*?;\n/gm, "").replace(/^export /gm, "");
}

function asset(text: string): Asset {
  return { text, hash: `'sha256-${createHash("sha256").update(text).digest("base64")}'` };
}
