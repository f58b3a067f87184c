import { Socket } from "node:net";
import { beforeAll } from "vitest";

/** What tests may contact. */
const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

/** Tests contact nothing but loopback: any other connection fails as if there were no network. */
beforeAll(() => {
  const connect = Socket.prototype.connect as (...args: unknown[]) => Socket;
  if ("guarded" in connect) return;
  const guarded = function (this: Socket, ...args: unknown[]): Socket {
    const host = hostOf(args);
    if (host === undefined || loopback.has(host)) return connect.apply(this, args);
    process.nextTick(() => this.destroy(new Error(`a test tried to contact ${host}; only loopback is allowed`)));
    return this;
  };
  Socket.prototype.connect = Object.assign(guarded, { guarded: true }) as typeof Socket.prototype.connect;
});

/** The host of the forms that `net.Socket.connect` takes; `undefined` for this machine's default. */
function hostOf(args: readonly unknown[]): string | undefined {
  // Node's own callers hand over arguments that are already normalised: one list, its first item the options.
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as readonly unknown[];
  if (typeof first === "object" && first !== null) return (first as { host?: string }).host;
  return typeof second === "string" ? second : undefined;
}
