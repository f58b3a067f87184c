import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { createSentRecord, type SentRecord, type Stage, type StageOptions } from "../suite/index.js";

/** What a live stage gives its factory, beside no script. */
export interface LiveStageOptions {
  /** Default `live`; a factory that knows its model need not look at it. */
  readonly model?: string | undefined;
}

/**
 * The stage of whatever is behind a subject: a real provider, or a server of the user's own. It sets no replies; that
 * requests were sent, or not, it witnesses itself.
 */
export function liveStage({ model = "live" }: LiveStageOptions = {}): Stage<StageOptions> {
  return {
    name: "live",
    powers: ["traffic"],
    around: (play) => witnessed.run({ current: createSentRecord() }, play),
    async open({ maxRetries = 0, timeouts = {} }) {
      watch();
      const record = createSentRecord();
      const witness = witnessed.getStore();
      // What is sent from now on belongs to this scene.
      if (witness) witness.current = record;
      return {
        options: { model, script: [], maxRetries, timeouts },
        sent: () => [...record.requests],
        arrived: (_, count) => record.arrived(count),
        close: async () => {},
      };
    },
  };
}

/** The requests of the case that is being played, wherever in its asynchronous calls they are made. */
const witnessed = new AsyncLocalStorage<{ current: SentRecord }>();

let watching = false;

/**
 * Begins to listen to what Node tells of every request, once a process: undici's client and global fetch publish the
 * first channel, `node:http` and `node:https` the second (see the documentation of `node:diagnostics_channel`).
 */
function watch(): void {
  if (watching) return;
  watching = true;
  const note = () => witnessed.getStore()?.current.add({ kind: "unknown", at: performance.now() });
  subscribe("undici:request:create", note);
  subscribe("http.client.request.start", note);
}
