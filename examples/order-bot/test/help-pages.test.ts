import { embeddedRequests, memoryEmbedder } from "touchstone";
import { expect, test } from "vitest";
import { helpPages } from "../src/help-pages.js";

const pages = ["How to return a parcel", "How to change an address", "How to pay by invoice"];

// The memory embedder knows which words occur, not what they mean: it tests the pipes, not the quality of a search.
test("the page that shares most words with the question is found", async () => {
  const find = await helpPages(memoryEmbedder(256), pages);
  expect(await find("can I change the address ?")).toBe("How to change an address");
});

test("pages are embedded once, as documents, and questions as queries", async () => {
  const embedder = memoryEmbedder();
  const find = await helpPages(embedder, pages);
  await find("invoice");
  await find("parcel");
  expect(embeddedRequests(embedder).map(({ task, texts }) => [task, texts.length])).toEqual([
    ["document", 3],
    ["query", 1],
    ["query", 1],
  ]);
});
