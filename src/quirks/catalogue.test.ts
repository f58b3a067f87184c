import { describe, expect, it, test } from "vitest";
import { createGoogleServer, createOpenAIServer } from "../mock-server/index.js";
import { roadEmbeds } from "../stages/testing/road-embeds.js";
import { roadScripts } from "../stages/testing/road-scripts.js";
import { embedderCases, llmCases } from "../suite/index.js";
import { quirks, wireQuirks } from "./catalogue.js";
import type { WireExchange, WireProtocol } from "./exchange.js";
import type { BadRequest, Deviation } from "./quirk.js";
import { recordWire } from "./testing/record.js";

const protocols: readonly WireProtocol[] = ["openai", "google"];
const detectable = quirks.filter((quirk): quirk is Deviation | BadRequest => "detect" in quirk);

/** Scripts in which the provider itself does what a quirk is about, by the quirk's id. */
const scripted: Readonly<Record<string, readonly string[]>> = {
  "GEM-69": ["the model that the provider says it used", "both"],
  "GEM-71": ["unscripted, it answers {}", "strict mode switched off"],
  "GEM-72": ["a forbidden call"],
  "MOD-01": ["the model that the provider says it used", "both"],
  "STR-60": ["unscripted, it answers {}"],
  "TC-13": ["an id that comes twice at once"],
  "TC-60": ["a forbidden call"],
  "TERM-09": ["a call under another label"],
  "USE-60": ["usage that is unknown"],
};

const isScripted = (id: string, name: string) => scripted[id]?.includes(name.replace(/, streamed$/, "")) === true;

/** Every exchange of every script and embedding of the roads, streamed and not, over a wire without quirks. */
async function cleanExchanges(protocol: WireProtocol): Promise<{ name: string; exchange: WireExchange }[]> {
  const all: { name: string; exchange: WireExchange }[] = [];
  const keep = async (name: string, wire: ReturnType<typeof recordWire>, work: Promise<unknown>) => {
    await work.catch(() => {});
    all.push(...wire.exchanges.map((exchange) => ({ name, exchange })));
  };
  for (const { name, script, request } of roadScripts) {
    const plain = recordWire(protocol, script);
    await keep(name, plain, plain.llm.generate(request));
    const streamed = recordWire(protocol, script);
    const opened = streamed.llm.stream(request).then((stream) => stream.response());
    await keep(`${name}, streamed`, streamed, opened);
  }
  for (const { name, request } of roadEmbeds) {
    const wire = recordWire(protocol, []);
    await keep(name, wire, wire.embedder.embed(request));
  }
  return all;
}

test("ids and names are used once", () => {
  const ids = quirks.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const protocol of protocols) {
    const names = wireQuirks(protocol).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  }
});

test("what an entry says is whole sentences, and its report is an address", () => {
  for (const quirk of quirks) {
    const { id, name, report, breaks, rule } = quirk;
    expect(id).toMatch(/^[A-Z]{3,4}-\d\d$|^TC-\d\d$/);
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(report, id).toMatch(/^https:\/\//);
    for (const sentence of [breaks, rule, ...("fix" in quirk ? [quirk.fix] : [])])
      expect(sentence, id).toMatch(/^[A-Z`"\d].*\.$/s);
  }
});

test("the checks that prove a behaviour exist", () => {
  const known = [...llmCases, ...embedderCases].flatMap(({ name, checks }) =>
    Object.keys(checks).map((check) => `${name}/${check}`),
  );
  const named = quirks.flatMap((quirk) => (quirk.class === "behaviour" ? quirk.checks : []));
  expect(known).toEqual(expect.arrayContaining(named));
});

describe.each(protocols)("on the %s wire", (protocol) => {
  it("nothing is detected in a clean exchange, and what is injected is", async () => {
    const exchanges = await cleanExchanges(protocol);
    expect(exchanges.length).toBeGreaterThan(2 * roadScripts.length);
    const wrong: string[] = [];
    for (const { name, exchange } of exchanges) {
      for (const quirk of detectable) {
        if (!quirk.protocols.includes(protocol)) continue;
        const seen = quirk.detect(exchange);
        if (isScripted(quirk.id, name)) continue;
        if (seen !== undefined) wrong.push(`${quirk.id} is seen in "${name}", which is clean: ${seen}`);
        if (quirk.class !== "deviation") continue;
        const bent = quirk.inject(exchange);
        if (bent && quirk.detect({ ...exchange, reply: bent }) === undefined)
          wrong.push(`${quirk.id} is not seen in "${name}", into which it was put`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(
    quirks.filter((quirk): quirk is BadRequest => quirk.class === "request" && quirk.protocols.includes(protocol)),
  )("$id: a request that has it is refused, and seen", async ({ id, example, detect }) => {
    const server = (protocol === "openai" ? createOpenAIServer : createGoogleServer)();
    const body = JSON.stringify(example.body);
    const headers = { "content-type": "application/json" };
    const request = new Request(`http://wire.test${example.path}`, { method: "POST", headers, body });
    const { status } = await server.fetch(request);
    expect(status, id).toBe(400);
    const seen = server.requests[0];
    if (!seen) throw new Error("the server recorded no request");
    const reply = { status, headers: {}, reads: [], ending: "complete" } as const;
    expect(detect({ protocol, request: seen, reply }), id).toBeTypeOf("string");
  });
});
