import type { Browser, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import {
  hostileReport,
  hostileTexts,
  largeReport,
  oneOfEach,
  runReport,
  suiteReport,
  verdict,
} from "../src/report/testing/example-report.js";
import { visibleText } from "../src/report/visible-text.js";
import { startChromium } from "./chromium.js";
import { openPage } from "./open-page.js";

let started: Promise<Browser> | undefined;

/** Started by the first test that needs it, so that where there is none each of them fails and says so. */
function browser(): Promise<Browser> {
  started ??= startChromium();
  return started;
}
afterAll(async () => {
  const running = await started?.catch(() => undefined);
  await running?.close();
});

const small = runReport([
  { name: "one", report: suiteReport(...oneOfEach) },
  { name: "two", report: suiteReport(verdict("Alpha/holds", "passed"), verdict("Beta/should", "passed")) },
]);

const shownRows = (page: Page) => page.locator(".matrix tbody tr:visible th").allTextContents();
const focused = (page: Page) =>
  page.evaluate(() => {
    const { subject, case: name } = (document.activeElement as HTMLElement).dataset;
    return name === undefined ? document.activeElement?.id : `${subject} ${name}`;
  });

describe("the page of a report", () => {
  it("asks for nothing, and complains of nothing", async () => {
    await using opened = await openPage(await browser(), small);
    await opened.page.locator('td[data-case="Alpha"]').first().click();
    await opened.page.locator("#search").fill("expected");
    await opened.page.locator("#theme").click();
    expect(opened.requests).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  it("opens a cell to its checks, with the rule, what was seen, why, fix and the exchange", async () => {
    await using opened = await openPage(await browser(), small);
    await opened.page.locator('td[data-case="Alpha"]').first().click();
    const panel = opened.page.locator("#panel");
    const text = await panel.textContent();
    for (const shown of ["Alpha", "breaks", "The rule.", 'expected "a", got "b"', "It breaks.", "Mend it."])
      expect(text).toContain(shown);
    for (const shown of ["POST /v1/chat/completions", '{"text":"b"}', "issue 1"]) expect(text).toContain(shown);
    const names = await panel.locator("h3 bdi").allTextContents();
    // The gravest first.
    expect(names).toEqual(["breaks", "stale", "listed", "holds"]);
    await panel.getByRole("button", { name: "Close" }).click();
    expect(await panel.isVisible()).toBe(false);
  });

  it("is used by keyboard alone", async () => {
    await using opened = await openPage(await browser(), small);
    const { page } = opened;
    await page.keyboard.press("/");
    expect(await focused(page)).toBe("search");
    for (let tabs = 0; tabs < 40 && (await focused(page)) !== "0 Alpha"; tabs++) await page.keyboard.press("Tab");
    const path: [string, string | undefined][] = [
      ["ArrowDown", "0 Beta"],
      ["ArrowRight", "1 Beta"],
      ["ArrowRight", "1 Beta"],
      ["Home", "0 Beta"],
      ["End", "1 Beta"],
      ["Control+Home", "0 Alpha"],
      ["Control+End", "1 Gamma"],
      // The second subject did not play that case: there is nothing to open.
      ["Enter", "1 Gamma"],
      ["PageUp", "1 Alpha"],
      ["ArrowLeft", "0 Alpha"],
      ["Enter", "panel"],
      ["Escape", "0 Alpha"],
      ["Space", "panel"],
      ["Escape", "0 Alpha"],
    ];
    for (const [key, at] of path) {
      await page.keyboard.press(key);
      expect(await focused(page), key).toBe(at);
    }
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
    expect(outline).toBe("solid");
    // One stop for the whole grid.
    expect(await page.locator('[role="grid"] td[tabindex="0"]').count()).toBe(1);
  });

  it("tells a screen reader what a cell is and whether it is open", async () => {
    await using opened = await openPage(await browser(), small);
    const cell = opened.page.getByRole("gridcell", { name: /2 failed, 1 known, 1 passed/ });
    expect(await cell.getAttribute("aria-expanded")).toBe("false");
    await cell.click();
    expect(await cell.getAttribute("aria-expanded")).toBe("true");
    expect(await opened.page.getByRole("dialog", { name: "Alpha" }).isVisible()).toBe(true);
  });
});

describe("whoever opens a shared report", () => {
  const failing = runReport([
    { name: "one", report: suiteReport(...oneOfEach), target: "http://127.0.0.1:8000/v1" },
    { name: "two", report: suiteReport(...oneOfEach) },
    { name: "three", report: suiteReport(...oneOfEach) },
  ]);
  const top = async (locator: ReturnType<Page["locator"]>) => (await locator.boundingBox())?.y ?? Number.NaN;

  it.each([360, 800, 1400])(
    "sees the verdict and a failure at once, and the matrix below, at %d pixels",
    async (width) => {
      await using opened = await openPage(await browser(), failing, { viewport: { width, height: 800 } });
      const { page } = opened;
      expect(await top(page.locator("h1"))).toBeLessThan(100);
      expect(await page.locator("header").textContent()).toContain("15 checks judged, 6 failed");
      const first = page.locator("article").first();
      expect(await top(first.getByText("Alpha/breaks"))).toBeLessThan(700);
      expect(await top(page.locator("article").last())).toBeLessThan(await top(page.locator(".matrix")));
      for (const shown of ["The rule.", 'expected "a", got "b"', "It breaks.", "Mend it."])
        expect(await first.getByText(shown).isVisible(), shown).toBe(true);
    },
  );

  it("goes from a failure to its cell", async () => {
    await using opened = await openPage(await browser(), failing);
    const { page } = opened;
    await page.locator('article[data-subject="1"] a[aria-label="Link to Alpha/breaks"]').click();
    expect(await page.locator("#panel li.named h3 bdi").textContent()).toBe("breaks");
    expect(await page.locator("#panel .note").first().textContent()).toContain("two");
    expect(await page.locator('[aria-expanded="true"]').getAttribute("data-subject")).toBe("1");
  });

  it("reads what many checks have come to for one reason once", async () => {
    const refused = Array.from({ length: 9 }, (_, i) => verdict(`A/x${i}`, "blocked", { reason: "LLM_UNAUTHORIZED" }));
    await using opened = await openPage(await browser(), runReport([{ report: suiteReport(...refused) }]));
    const { page } = opened;
    expect(await page.locator("article h3").allTextContents()).toEqual(["■ blocked 9 checks one, blocked"]);
    await page.locator("#search").fill("A/x8");
    expect(await page.locator("article:visible").count()).toBe(1);
    await page.locator("#search").fill("A/x9");
    expect(await page.locator("article:visible").count()).toBe(0);
  });

  it("is not kept from the matrix by many failures, and finds each of them", async () => {
    await using opened = await openPage(await browser(), largeReport());
    const { page } = opened;
    expect(await page.locator("article:visible").count()).toBe(20);
    const all = await page.locator("article").count();
    await page.getByText(`${all - 20} more`).click();
    expect(await page.locator("article:visible").count()).toBe(all);
    await page.getByText(`${all - 20} more`).click();
    await page.locator("#search").fill("Case98/check-208");
    expect(await page.locator("article:visible h3 bdi").first().textContent()).toBe("Case98/check-208");
  });

  it("reads names in rules as code, and what was seen to the letter", async () => {
    const about = {
      level: "must" as const,
      clause: "`text` parses.",
      why: "It is `undefined`.",
      fix: "Send `schema`.",
    };
    const broken = verdict("Alpha/breaks", "failed", { about, reason: "`text`: got ```json" });
    await using opened = await openPage(await browser(), runReport([{ report: suiteReport(broken) }]));
    const { page } = opened;
    await page.locator("td").first().click();
    for (const place of ["article", "#panel li"]) {
      expect(await page.locator(`${place} code:visible`).allTextContents()).toEqual(
        expect.arrayContaining(["text", "undefined", "schema"]),
      );
      const text = await page.locator(place).textContent();
      expect(text).toContain("text parses.");
      expect(text).toContain("`text`: got ```json");
    }
  });
});

describe("its filters", () => {
  it("show the cases that have such a check, and how many there are", async () => {
    await using opened = await openPage(await browser(), small);
    const { page } = opened;
    const shown = () => page.locator("#shown").textContent();
    const button = (name: string) => page.locator(`#verdicts button[data-verdict="${name}"]`);
    expect(await shown()).toBe("11 of 11 checks, in 3 cases");
    await button("blocked").click();
    expect(await shownRows(page)).toEqual(["Gamma"]);
    expect(await shown()).toBe("1 of 11 checks, in 1 cases");
    await button("warned").click();
    expect(await shownRows(page)).toEqual(["Beta", "Gamma"]);
    expect(await page.locator("article:visible").count()).toBe(2);
    await page.locator("#search").fill("QUOTA");
    expect(await shownRows(page)).toEqual(["Gamma"]);
    expect(await button("blocked").textContent()).toContain("blocked 1");
    expect(await button("passed").textContent()).toContain("passed 0");
    await page.locator("#search").fill("nothing has this");
    expect(await shownRows(page)).toEqual([]);
    expect(await shown()).toBe("0 of 11 checks, in 0 cases");
  });

  it("count every check once", async () => {
    await using opened = await openPage(await browser(), largeReport());
    const texts = await opened.page.locator("#verdicts button").allTextContents();
    const counts = texts.map((text) => Number(/\d+$/.exec(text)?.[0]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3 * 480);
    expect(await opened.page.locator("#shown").textContent()).toBe("1440 of 1440 checks, in 110 cases");
  });

  it("leave the grid reachable by the tab key", async () => {
    await using opened = await openPage(await browser(), small);
    await opened.page.locator('td[data-case="Alpha"]').first().click();
    await opened.page.keyboard.press("Escape");
    await opened.page.locator('#verdicts button[data-verdict="blocked"]').click();
    const reachable = opened.page.locator('[role="grid"] td[tabindex="0"]');
    expect(await reachable.count()).toBe(1);
    expect(await reachable.getAttribute("data-case")).toBe("Gamma");
  });
});

describe("its address", () => {
  it("keeps what is open and filtered, so that a link shows the same", async () => {
    await using sender = await openPage(await browser(), small);
    await sender.page.locator('#verdicts button[data-verdict="failed"]').click();
    await sender.page.locator("#search").fill("breaks");
    await sender.page.locator('td[data-case="Alpha"]').first().click();
    await sender.page.locator('#panel a[aria-label="Link to breaks"]').click();
    const hash = new URL(sender.page.url()).hash;

    await using receiver = await openPage(await browser(), small, { hash });
    expect(await receiver.page.locator("#panel li.named").textContent()).toContain('expected "a", got "b"');
    expect(await receiver.page.locator("#search").inputValue()).toBe("breaks");
    expect(await receiver.page.locator('#verdicts [aria-pressed="true"]').textContent()).toContain("failed");
    expect(await shownRows(receiver.page)).toEqual(["Alpha"]);
    expect(receiver.complaints).toEqual([]);
  });

  it("that names what this report does not have opens nothing", async () => {
    await using opened = await openPage(await browser(), small, {
      hash: "#kind=llm&subject=nobody&case=__proto__&verdict=x%ff",
    });
    expect(await opened.page.locator("#panel").isVisible()).toBe(false);
    expect(opened.complaints).toEqual([]);
  });
});

describe("hostile texts", () => {
  const long = `${"x".repeat(9_990)} the end`;

  it.each([...hostileTexts, long])("are text and nothing else (%#)", async (text) => {
    const report = hostileReport(text);
    await using opened = await openPage(await browser(), report);
    const { page } = opened;
    const expected = visibleText(text, "\n\t");
    await page.locator(".matrix tbody td").nth(1).click();
    await page.locator("#panel").waitFor({ state: "visible" });
    const panel = (await page.locator("#panel").textContent()) ?? "";
    // What stands between backticks in a rule is shown as code; what was said is shown to the letter.
    const asRule = expected.replace(/`([^`]+)`/g, "$1");
    for (const field of ["clause", "why", "fix"]) expect(panel).toContain(`${field} ${asRule}`);
    for (const field of ["reason", "sent", "replied"]) expect(panel).toContain(`${field} ${expected}`);
    const body = (await page.locator("#page").textContent()) ?? "";
    for (const field of ["name", "provider", "model", "stage", "interrupted", "reason", "sent"])
      expect(body).toContain(`${field} ${expected}`);
    expect(await page.locator("script, img, svg[onload], iframe, a[href^='http']").count()).toBe(2);
    expect(opened.requests).toEqual([]);
    expect(opened.complaints).toEqual([]);
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content).toBeLessThanOrEqual(window as number);
  });
});

describe("how it looks", () => {
  it.each(["light", "dark"] as const)("has a contrast of at least 4.5 everywhere: %s", async (colorScheme) => {
    await using opened = await openPage(await browser(), small, {
      colorScheme,
      hash: "#kind=llm&subject=one&case=Alpha",
    });
    expect(await lowContrasts(opened.page)).toEqual([]);
    await opened.page.locator('#verdicts button[data-verdict="passed"]').click();
    expect(await lowContrasts(opened.page)).toEqual([]);
  });

  it("switches between dark and light", async () => {
    await using opened = await openPage(await browser(), small, { colorScheme: "dark" });
    const paper = () => opened.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await opened.page.getByRole("button", { name: "Switch to the light theme" }).click();
    expect(await paper()).not.toBe(dark);
    expect(await lowContrasts(opened.page)).toEqual([]);
    await opened.page.getByRole("button", { name: "Switch to the dark theme" }).click();
    expect(await paper()).toBe(dark);
  });

  it.each([320, 480, 1000])("never scrolls sideways as a whole, at %d pixels", async (width) => {
    const names = Array.from({ length: 12 }, (_, i) => ({ name: `provider-${i}/model-with-a-long-name` }));
    const report = runReport(names.map((name) => ({ ...name, report: suiteReport(...oneOfEach) })));
    await using opened = await openPage(await browser(), report, { viewport: { width, height: 700 } });
    const widest = () => opened.page.evaluate(() => document.documentElement.scrollWidth);
    expect(await widest()).toBeLessThanOrEqual(width);
    await opened.page.locator('td[data-case="Alpha"]').first().click();
    expect(await opened.page.locator("#panel").isVisible()).toBe(true);
    expect(await widest()).toBeLessThanOrEqual(width);
  });

  it.each([320, 360, 500, 800])("breaks names of cases between their words alone, at %d pixels", async (width) => {
    const names = ["PerRequestModelIsHonouredOrRefused", "EmbedRejectsEmptyConversation", "OpenAIFraming"];
    const verdicts = names.map((name) => verdict(`${name}/x`, "failed"));
    const report = runReport(["one", "two", "three"].map((name) => ({ name, report: suiteReport(...verdicts) })));
    await using opened = await openPage(await browser(), report, { viewport: { width, height: 700 } });
    const lines = await opened.page.evaluate(() =>
      [...document.querySelectorAll(".matrix tbody th")].flatMap((cell) => {
        const found: string[] = [];
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        let at = Number.NaN;
        for (let node = texts.nextNode(); node; node = texts.nextNode())
          [...(node.textContent ?? "")].forEach((character, i) => {
            const range = document.createRange();
            range.setStart(node, i);
            range.setEnd(node, i + 1);
            const { top } = range.getBoundingClientRect();
            if (top === at) found[found.length - 1] += character;
            else found.push(character);
            at = top;
          });
        return found;
      }),
    );
    expect(lines.join("")).toBe(names.join(""));
    for (const line of lines) expect(line).toMatch(/^[A-Z].*[a-z]$/);
    // What came of a case stands beside its name, without a scroll.
    const cell = await opened.page.locator(".matrix td").first().boundingBox();
    expect((cell?.x ?? width) + 40).toBeLessThan(width);
  });

  it("shows the matrix and what to act on without scripts", async () => {
    await using opened = await openPage(await browser(), small, { javaScriptEnabled: false });
    const { page } = opened;
    expect(await shownRows(page)).toEqual(["Alpha", "Beta", "Gamma"]);
    expect(await page.locator("#filters").isVisible()).toBe(false);
    expect(await page.locator("#theme").isVisible()).toBe(false);
    expect(await page.locator("article").first().textContent()).toContain('expected "a", got "b"');
    expect(await page.locator("body").textContent()).toContain("npx touchstone check --base-url");
  });

  it("prints all of it, and nothing to press", async () => {
    await using opened = await openPage(await browser(), largeReport(), {
      hash: "#kind=llm&subject=openai&case=Case3",
    });
    await opened.page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const id of ["filters", "panel", "theme"]) expect(await opened.page.locator(`#${id}`).isVisible()).toBe(false);
    expect(await opened.page.locator("article pre:visible").count()).toBe(await opened.page.locator("article").count());
    const hidden = await opened.page.evaluate(() =>
      [...document.querySelectorAll(".scroll")].some((part) => part.scrollHeight > part.clientHeight + 1),
    );
    expect(hidden).toBe(false);
    expect(await lowContrasts(opened.page)).toEqual([]);
  });
});

describe("a large report", () => {
  it("is filtered and opened like a small one", async () => {
    await using opened = await openPage(await browser(), largeReport());
    const { page } = opened;
    expect(await page.locator(".matrix tbody td").count()).toBe(330);
    for (const text of ["s", "se", "see", "seen 1"]) await page.locator("#search").fill(text);
    expect(await page.locator("#shown").textContent()).toMatch(/^\d+ of 1440 checks/);
    await page.locator(".matrix td.failed:visible").first().click();
    expect(await page.locator("#panel").isVisible()).toBe(true);
    expect(opened.complaints).toEqual([]);
  });
});

/** Texts whose colour stands out less than WCAG's AA wants. https://www.w3.org/TR/WCAG22/#contrast-minimum */
async function lowContrasts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("there is no canvas");
    const channels = (color: string): readonly [number, number, number, number] => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const luminance = (color: string) => {
      const [red, green, blue] = channels(color)
        .slice(0, 3)
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as [
        number,
        number,
        number,
      ];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const backgroundOf = (element: Element | null): string => {
      if (!element) return "white";
      const { backgroundColor } = getComputedStyle(element);
      return channels(backgroundColor)[3] > 0 ? backgroundColor : backgroundOf(element.parentElement);
    };
    return [...document.querySelectorAll("body *")].flatMap((element) => {
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!text || !element.checkVisibility() || element.closest("script, style, .unseen")) return [];
      const [a, b] = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      return contrast < 4.5 ? [`${element.tagName}.${element.className} ${contrast.toFixed(2)}`] : [];
    });
  });
}
