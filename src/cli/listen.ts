import { type MockServer, type ServedMock, type ServeOptions, serve } from "../mock-server/index.js";
import { UsageError } from "./usage-error.js";

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "it is in use; --port 0 takes a free one",
  EACCES: "this user may not listen there; ports below 1024 are the system's",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "there is no such host",
};

/**
 * Puts a server on a port.
 * @throws UsageError where it cannot listen there
 */
export async function listen(
  server: Pick<MockServer, "basePath" | "fetch">,
  { host = "127.0.0.1", port = 0 }: ServeOptions,
): Promise<ServedMock> {
  try {
    return await serve(server, { host, port });
  } catch (error) {
    const reason = reasons[(error as { code?: string }).code ?? ""];
    if (reason === undefined) throw error;
    throw new UsageError(`cannot listen at ${host}, port ${port}: ${reason}`);
  }
}
