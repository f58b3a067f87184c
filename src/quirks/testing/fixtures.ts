import { readdirSync, readFileSync } from "node:fs";
import { bytesOf, type WireExchange, type WireProtocol, type WireRequest } from "../exchange.js";

/** One exchange of `fixtures/<protocol>/<name>.json`, made by hand from the shapes that providers document and report. */
export interface Fixture {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** Ids of the quirks that it has. */
  readonly shows: readonly string[];
  readonly exchange: WireExchange;
  /** What a driver makes of the reply to this one turn. */
  readonly gives: FixtureOutcome;
}

export type FixtureOutcome =
  | { readonly error: string; readonly status?: number; readonly retryAfterMs?: number; readonly text?: string }
  | {
      readonly vectors: readonly (readonly number[])[];
      readonly normalized?: boolean;
      readonly usage: Readonly<Record<string, number>>;
    }
  | {
      readonly text: string;
      readonly reasoning?: string;
      readonly finishReason: string;
      readonly calls?: readonly { readonly name: string; readonly input: unknown; readonly invalidInput?: string }[];
      readonly usage?: Readonly<Record<string, number>>;
      /** Their addresses. */
      readonly sources?: readonly string[];
    };

interface FixtureFile {
  readonly about: string;
  readonly shows: readonly string[];
  readonly request: Pick<WireRequest, "kind" | "path"> & { readonly body: object };
  readonly reply: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** Pieces of text, joined as they are; or bytes in base64; or a JSON body. */
    readonly body?: readonly string[];
    readonly base64?: string;
    readonly json?: object;
    readonly ending?: "complete" | "cut" | "stall";
  };
  readonly gives: FixtureOutcome;
}

const folder = new URL("../../../fixtures/", import.meta.url);

export function readFixtures(protocol: WireProtocol): readonly Fixture[] {
  const files = readdirSync(new URL(`${protocol}/`, folder)).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => {
    const { request, reply, ...rest } = JSON.parse(
      readFileSync(new URL(`${protocol}/${file}`, folder), "utf8"),
    ) as FixtureFile;
    const streamed = request.kind === "stream";
    const type = streamed && !reply.json ? "text/event-stream" : "application/json";
    const bytes = reply.base64
      ? Buffer.from(reply.base64, "base64")
      : bytesOf(reply.json ? JSON.stringify(reply.json) : (reply.body ?? []).join(""));
    return {
      ...rest,
      name: file.replace(/\.json$/, ""),
      exchange: {
        protocol,
        request: { ...request, method: "POST", headers: {}, body: JSON.stringify(request.body) },
        reply: {
          status: reply.status ?? 200,
          headers: reply.headers ?? { "content-type": type },
          reads: [bytes],
          ending: reply.ending ?? "complete",
        },
      },
    };
  });
}
