import type { IncomingMessage } from "node:http";
import type { Ending } from "./recording-file.js";

export interface Watcher {
  /** Is told of each network read as it comes. */
  read(bytes: Uint8Array): void;
  /** Is told once how the body ended; the client learns of the end when this has resolved. */
  ended(ending: Ending): Promise<void>;
}

/**
 * A body that passes through as it comes, read by read, and no faster than its reader takes it.
 * @param gone fires when the client leaves, which ends the provider's connection too
 */
export function watchBody(incoming: IncomingMessage, gone: AbortSignal, watcher: Watcher): ReadableStream<Uint8Array> {
  /** Ended, or left by its reader. */
  let over = false;
  let left = false;
  const end = async (ending: Ending, then: () => void = () => {}) => {
    if (over) return;
    over = true;
    await watcher.ended(ending);
    // It may have been left meanwhile.
    if (!left) then();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        incoming.pause();
        incoming.on("data", (read: Buffer) => {
          watcher.read(read);
          controller.enqueue(new Uint8Array(read));
          incoming.pause();
        });
        incoming.on("end", () => void end("complete", () => controller.close()));
        const fail = () => controller.error(new Error("the provider broke off"));
        incoming.on("error", () => void end(gone.aborted ? "left" : "cut", fail));
      },
      pull() {
        incoming.resume();
      },
      async cancel() {
        left = true;
        const ended = end("left");
        incoming.destroy();
        await ended;
      },
    },
    { highWaterMark: 0 },
  );
}
