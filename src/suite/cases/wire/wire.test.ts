import { describe, expect, it } from "vitest";
import { quirks, type WireExchange, type WireProtocol, wireQuirks } from "../../../quirks/index.js";
import { recordWire } from "../../../quirks/testing/record.js";
import { playStream } from "../play-stream.js";
import { beside } from "./beside.js";
import { embedWireRobustness } from "./embed-robustness.js";
import { embedScenes, isEmbedScene } from "./embed-scenes.js";
import { wireRobustness } from "./index.js";
import { type SceneResponse, scenes } from "./scenes.js";

const never = new AbortController().signal;

describe.each(["openai", "google"] as const)("on the %s wire", (protocol: WireProtocol) => {
  it.each(Object.entries(scenes).filter(([, scene]) => (scene.protocol ?? protocol) === protocol))(
    "the scene %s comes out as it says, where nothing is bent",
    async (_, { script, request, response }) => {
      for (const way of ["generate", "stream"] as const) {
        const { llm } = recordWire(protocol, script);
        const asked = request(() => {});
        const seen = way === "stream" ? (await playStream(llm, asked, never)).response : await llm.generate(asked);
        const { text, reasoning, finishReason, usage, sources, toolCalls } = seen;
        const calls = toolCalls.map(({ name, input, outcome = "none" }) => ({ name, input, outcome }));
        const all: SceneResponse = {
          text,
          reasoning,
          finishReason,
          usage,
          calls,
          sources: sources.map(({ url }) => url),
        };
        expect(all).toEqual(response);
      }
    },
  );

  it.each(wireQuirks(protocol).filter(({ scene }) => !isEmbedScene(scene)))(
    "$id can be put into its scene",
    async (quirk) => {
      if (isEmbedScene(quirk.scene)) return;
      const scene = scenes[quirk.scene];
      for (const way of quirk.on ? [quirk.on] : (["generate", "stream"] as const)) {
        const { llm, exchanges } = recordWire(protocol, scene.script);
        const asked = scene.request(() => {});
        await (way === "stream" ? playStream(llm, asked, never) : llm.generate(asked));
        const bent = exchanges
          .map((exchange) => quirk.inject(overHTTP(exchange)))
          .filter((reply) => reply !== undefined);
        expect(bent, way).not.toEqual([]);
      }
    },
  );
});

it("every quirk of a turn's wire has its check, and nothing else has but what stands beside", () => {
  const checked = wireRobustness.flatMap(({ protocol, checks }) =>
    Object.keys(checks).map((check) => `${protocol} ${check}`),
  );
  const wanted = quirks.flatMap((quirk) =>
    "inject" in quirk && !isEmbedScene(quirk.scene)
      ? quirk.protocols.map((protocol) => `${protocol} ${quirk.name}`)
      : [],
  );
  const others = Object.entries(beside).flatMap(([name, checks]) =>
    checks.map(({ slug }) => `${name.startsWith("OpenAI") ? "openai" : "google"} ${slug}`),
  );
  expect(checked.sort()).toEqual([...wanted, ...others].sort());
});

describe.each(["openai", "google"] as const)("embeddings on the %s wire", (protocol: WireProtocol) => {
  it.each(wireQuirks(protocol).filter(({ scene }) => isEmbedScene(scene)))(
    "$id can be put into its scene",
    async ({ scene, inject }) => {
      if (!isEmbedScene(scene)) return;
      const { embedder, exchanges } = recordWire(protocol, []);
      await embedder.embed(embedScenes[scene]);
      const bent = exchanges.map(inject).filter((reply) => reply !== undefined);
      expect(bent).not.toEqual([]);
    },
  );
});

it("every quirk of embeddings has its check", () => {
  const checked = embedWireRobustness.flatMap(({ protocol, checks }) =>
    Object.keys(checks).map((check) => `${protocol} ${check}`),
  );
  const wanted = quirks.flatMap((quirk) =>
    "inject" in quirk && isEmbedScene(quirk.scene)
      ? quirk.protocols.map((protocol) => `${protocol} ${quirk.name}`)
      : [],
  );
  expect(checked.sort()).toEqual(wanted.sort());
});

/** With what a client of HTTP adds to a request, as these never were on a wire. */
function overHTTP({ request, ...exchange }: WireExchange): WireExchange {
  return { ...exchange, request: { ...request, headers: { ...request.headers, "accept-encoding": "gzip" } } };
}
