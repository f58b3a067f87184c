import { isObject, type Source } from "../../contract/index.js";

/** Collects the places where an answer was found, one source a URL. */
export interface SourceCollector {
  /**
   * Takes a candidate, also one without content: the last of a stream often has nothing but this.
   * https://github.com/BerriAI/litellm/pull/23661
   */
  add(candidate: Readonly<Record<string, unknown>>): void;
  sources(): Source[];
}

export function createSourceCollector(): SourceCollector {
  const found = new Map<string, Source>();
  const addOne = (url: unknown, title: unknown) => {
    if (typeof url !== "string" || url === "" || found.get(url)?.title !== undefined) return;
    found.set(url, { type: "url", url, ...(typeof title === "string" && title && { title }) });
  };

  return {
    add({ groundingMetadata, urlContextMetadata }) {
      for (const chunk of listIn(groundingMetadata, "groundingChunks")) {
        for (const kind of ["web", "retrievedContext", "maps", "image"]) {
          const place = chunk[kind];
          if (isObject(place)) addOne(place.uri ?? place.sourceUri, place.title);
        }
      }
      for (const { retrievedUrl, urlRetrievalStatus: status } of listIn(urlContextMetadata, "urlMetadata")) {
        // A page that could not be read is no source.
        if (status === undefined || status === "URL_RETRIEVAL_STATUS_SUCCESS") addOne(retrievedUrl, undefined);
      }
    },
    sources: () => [...found.values()],
  };
}

function listIn(holder: unknown, key: string): Readonly<Record<string, unknown>>[] {
  const list = isObject(holder) ? holder[key] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
