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

  return {
    add({ annotations, citations, search_results }) {
      if (Array.isArray(annotations))
        for (const annotation of annotations)
          if (isObject(annotation) && annotation.type === "url_citation") addOne(annotation.url_citation ?? annotation);
      if (Array.isArray(search_results)) for (const result of search_results) addOne(result);
      if (Array.isArray(citations)) for (const citation of citations) addOne(citation);
    },
    sources: () => [...found.values()],
  };
}
