import type { WireProtocol } from "../quirks/index.js";
import { createMatcher, protocolError, type Recording, readRecordings, scrubbedRequest } from "../recording/index.js";
import type { MockServer } from "./mock-server.js";
import { pause } from "./pause.js";
import { jsonReply, toResponse, type WireReply } from "./wire-reply.js";

export interface ReplayOptions {
  /** Every read comes when it came; without it, at once. Default false. */
  readonly timing?: boolean | undefined;
  /** Of identical requests, begins with the first recorded reply again after the last. Default false: one too many is a 400. */
  readonly repeat?: boolean | undefined;
  /** Is told of each request, as it is answered. */
  readonly onRequest?: ((replayed: ReplayedRequest) => void) | undefined;
}

/** A request that was answered with a recording, or that no recording is of. Holds no secret. */
export interface ReplayedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The name of the recording; absent where there is none. */
  readonly file?: string;
  /** Why there is none. */
  readonly note?: string;
}

/** Recorded exchanges as a provider; `serve()` puts it on a port. */
export interface ReplayServer extends Pick<MockServer, "basePath" | "fetch"> {
  /** Of the first recording. */
  readonly protocol: WireProtocol;
}

/**
 * Answers each request with what was recorded for the same method, path, query and body. One that was not recorded gets a 400
 * in the provider's error form, which says what is nearest and where it differs. Keys are not looked at.
 * @param directory what `touchstone record` has written
 * @throws LLMError `LLM_INVALID_CONFIG` for a folder without recordings, or a file that is none
 */
export function createReplayServer(directory: string, options: ReplayOptions = {}): ReplayServer {
  const { timing = false, repeat, onRequest = () => {} } = options;
  const recordings = readRecordings(directory);
  const matcher = createMatcher(recordings, repeat);
  const [{ protocol, basePath }] = recordings;

  return {
    protocol,
    basePath,
    async fetch(request) {
      const began = performance.now();
      const { method, path, body } = scrubbedRequest(request, new Uint8Array(await request.arrayBuffer()));
      const found = matcher.match({ method, path, body: Buffer.from(body).toString() });
      if (typeof found === "string") {
        onRequest({ method, path, status: 400, note: found });
        return toResponse(
          { reply: jsonReply(400, protocolError(protocol, 400, found)), exchange: nobody },
          request.signal,
        );
      }
      const { file, reply, at } = found;
      onRequest({ method, path, status: reply.status, file });
      const until = (moment: number) => (timing ? moment - (performance.now() - began) : 0);
      await pause(until(at.headers), request.signal);
      const pace = (index: number) => until(at.reads[index] ?? 0);
      return toResponse({ reply: played(reply), exchange: nobody, pace }, request.signal);
    },
  };
}

function played({ reads, ...reply }: Recording["reply"]): WireReply {
  return { ...reply, pieces: reads };
}

/** Who would be told how an exchange ended. */
const nobody = { finished() {}, left() {} };
