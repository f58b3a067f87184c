import type { EmbedRequest } from "../../../contract/index.js";
import type { EmbedSceneName, SceneName } from "../../../quirks/index.js";

/** Texts that have few words in common. */
const texts = ["The snow is deep.", "Contracts are to be kept.", "Bees dance for their sisters."];

/** What an embedder is asked while its wire is bent. */
export const embedScenes: Readonly<Record<EmbedSceneName, EmbedRequest>> = {
  embed: { texts },
  // A length that every provider with such a setting takes.
  "embed-short": { texts, dimensions: 128 },
};

export function isEmbedScene(scene: SceneName): scene is EmbedSceneName {
  return Object.hasOwn(embedScenes, scene);
}
