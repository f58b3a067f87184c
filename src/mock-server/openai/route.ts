import type { ReceivedRequest } from "../mock-server.js";
import { Refusal } from "./refusal.js";

/** What a request is for. `model`: the one that it asks about; absent, all of them. */
export type Endpoint =
  | { readonly name: "chat" | "embeddings" }
  | { readonly name: "models"; readonly model: string | undefined };

/** @throws Refusal 404 for another path, 405 for another method */
export function route({ method, path }: Pick<ReceivedRequest, "method" | "path">): Endpoint {
  const [, about] = /^\/v1\/models\/(.+)$/.exec(path) ?? [];
  const endpoints: Readonly<Record<string, readonly [method: string, endpoint: Endpoint]>> = {
    "/v1/chat/completions": ["POST", { name: "chat" }],
    "/v1/embeddings": ["POST", { name: "embeddings" }],
    "/v1/models": ["GET", { name: "models", model: undefined }],
    ...(about && { [path]: ["GET", { name: "models", model: about }] }),
  };
  const found = endpoints[path];
  // https://github.com/openai/openai-node/issues/132
  if (!found) throw new Refusal(404, { message: `Invalid URL (${method} ${path})` });
  const [expected, endpoint] = found;
  if (method !== expected)
    throw new Refusal(405, {
      message: `Not allowed to ${method} on ${path}. (HINT: Perhaps you meant to use a different HTTP method?)`,
      code: "method_not_supported",
    });
  return endpoint;
}
