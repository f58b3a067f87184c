import type { SentRequest } from "./stage.js";

/** What a stage has seen so far. */
export interface SentRecord {
  /** In the order of arrival. */
  readonly requests: readonly SentRequest[];
  add(request: SentRequest): void;
  /** Resolves with request number `count` (from 1) once it was added. */
  arrived(count: number): Promise<SentRequest>;
}

/** An empty record, for a stage that watches its subjects: whoever waits for a request is told when it is added. */
export function createSentRecord(): SentRecord {
  const requests: SentRequest[] = [];
  const waiting = new Set<() => void>();
  return {
    requests,
    add(request) {
      requests.push(request);
      for (const look of [...waiting]) look();
    },
    arrived(count) {
      return new Promise((resolve) => {
        const look = () => {
          const request = requests[count - 1];
          if (!request) return;
          waiting.delete(look);
          resolve(request);
        };
        waiting.add(look);
        look();
      });
    },
  };
}
