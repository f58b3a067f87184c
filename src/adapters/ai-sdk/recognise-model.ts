import { isObject, LLMError } from "../../contract/index.js";

/**
 * Checks that something is a model of a version that is known here.
 * @param method what makes it one
 * @throws LLMError `LLM_INVALID_CONFIG` (`EMBED_INVALID_CONFIG`), saying what was given instead
 */
export function recogniseModel(given: unknown, method: "doGenerate" | "doEmbed"): void {
  const [prefix, wanted] = method === "doEmbed" ? ["EMBED", "an embedding model"] : ["LLM", "a language model"];
  const refuse: (what: string) => never = (what) => {
    throw new LLMError(
      `${prefix as "LLM" | "EMBED"}_INVALID_CONFIG`,
      `expected ${wanted} of the AI SDK, specification v3 or v4, such as createOpenAI()(modelId) gives; got ${what}`,
      { provider: "ai-sdk" },
    );
  };
  if (typeof given === "string") refuse(`the name "${given}": make a model of it with its provider`);
  // Models are classes, and providers are functions with the same members.
  const model = given as Readonly<Record<string, unknown>> | null | undefined;
  if (typeof model !== "object" || model === null) refuse(describe(given));
  const { specificationVersion: version } = model;
  if (version !== "v3" && version !== "v4")
    refuse(`something of specification ${JSON.stringify(version) ?? "unknown"}`);
  if (typeof model[method] !== "function") refuse(`something without ${method}()`);
}

function describe(given: unknown): string {
  if (typeof given === "function") return "a function: call it with the name of a model";
  return isObject(given) ? "an object" : String(given);
}

/** The name under which a provider finds its own options and metadata: `openai` of `openai.chat`. */
export function optionsName(provider: string): string {
  return provider.split(".")[0]?.trim() ?? provider;
}
