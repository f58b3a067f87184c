import type { EmbedRequest, TurnRequest } from "../contract/index.js";

/** One request as a server saw it. */
export interface RecordedRequest {
  /** `unknown`: a request that is no turn and no embedding, such as a list of models. */
  readonly kind: "generate" | "stream" | "count-tokens" | "embed" | "unknown";
  /** When it arrived, in milliseconds of `performance.now()`. */
  readonly at: number;
  readonly method: string;
  /** With the query, credentials removed. */
  readonly path: string;
  /** Names in lower case, credentials removed. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it was sent. */
  readonly body: string;
  /** What a turn asks for, told without the protocol's words; absent where the server refused the request as malformed. */
  readonly turn?: TurnRequest;
  /** The same for an embedding. */
  readonly embed?: EmbedRequest;
  /** Of the reply; absent where there was none. */
  readonly status?: number;
  /** Resolves once the client has left before the reply was complete. */
  readonly hungUp: Promise<void>;
}

/** How one exchange goes on after its request was recorded. Whichever is told first decides. */
export interface Exchange {
  /** The reply went out as far as the script wants it to. */
  finished(): void;
  /** The client left before that. */
  left(): void;
}

/** Keeps what a server was sent. */
export interface Recorder {
  /** In the order of arrival. */
  readonly requests: readonly RecordedRequest[];
  record(seen: Omit<RecordedRequest, "hungUp">): Exchange;
  /** Resolves with request number `count` (from 1) once it has arrived. */
  arrived(count: number): Promise<RecordedRequest>;
  clear(): void;
}

/** @param tell is given each request, which then is not kept */
export function createRecorder(tell?: (request: RecordedRequest) => void): Recorder {
  const requests: RecordedRequest[] = [];
  const waiting = new Set<() => void>();

  return {
    requests,
    record(seen) {
      let over = false;
      let hangUp = () => {};
      const hungUp = new Promise<void>((resolve) => {
        hangUp = resolve;
      });
      if (tell) tell({ ...seen, hungUp });
      else requests.push({ ...seen, hungUp });
      for (const look of [...waiting]) look();
      return {
        finished() {
          over = true;
        },
        left() {
          if (!over) hangUp();
          over = true;
        },
      };
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
    clear() {
      requests.length = 0;
    },
  };
}
