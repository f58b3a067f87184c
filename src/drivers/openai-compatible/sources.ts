import { isObject, type Source } from "../../contract/index.js";

/** Collects the places where an answer was found, one source a URL. */
export interface SourceCollector {
  /** Takes a message or delta, or the object around it. https://github.com/BerriAI/litellm/issues/13777 */
  add(holder: Readonly<Record<string, unknown>>): void;
  sources(): Source[];
}

export function createSourceCollector(): SourceCollector {
  const found = new Map<string, Source>();
  const addOne = (value: unknown) => {
    const place = isObject(value) ? value : { url: value };
    const { url, title } = place as { url?: unknown; title?: unknown };
    if (typeof url !== "string" || url === "") return;
    const known = found.get(url);
    if (known?.title !== undefined) return;
    found.set(url, { type: "url", url, ...(typeof title === "string" && title && { title }) });
  };
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

  return {
    add({ annotations, citations, search_results }) {
      for (const annotation of list(annotations)) {
        if (isObject(annotation) && annotation.type === "url_citation") addOne(annotation.url_citation ?? annotation);
      }
      for (const result of list(search_results)) addOne(result);
      for (const citation of list(citations)) addOne(citation);
    },
    sources: () => [...found.values()],
  };
}
