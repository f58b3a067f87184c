import type { ThinkingConfig } from "./generate-body.js";
import { modelGeneration } from "./model-generation.js";
import { refuse } from "./refusal.js";

/** Tokens, and whether thinking can be switched off: https://ai.google.dev/gemini-api/docs/thinking#set-budget */
const budgets: readonly {
  readonly model: RegExp;
  readonly least: number;
  readonly most: number;
  readonly off: boolean;
}[] = [
  { model: /^gemini-2\.5-pro/, least: 128, most: 32_768, off: false },
  { model: /^gemini-2\.5-flash-lite/, least: 512, most: 24_576, off: true },
  { model: /^gemini-2\.5-flash/, least: 1, most: 24_576, off: true },
  { model: /^gemini-[3-9]/, least: 1, most: 32_768, off: false },
];

/** Levels that a model lacks: https://ai.google.dev/gemini-api/docs/thinking#levels */
const missingLevels: readonly { readonly model: RegExp; readonly level: string }[] = [
  { model: /^gemini-3-pro/, level: "MEDIUM" },
  { model: /^gemini-[3-9](\.\d+)?-pro/, level: "MINIMAL" },
];

/** @throws Refusal where the model cannot think like that */
export function checkThinking(thinking: ThinkingConfig, model: string): void {
  const { thinkingBudget: budget, thinkingLevel: level, includeThoughts } = thinking;
  // https://github.com/sterlp/eclipse-peon-ai/issues/115
  if (budget !== undefined && level !== undefined)
    refuse("You can only set only one of thinking budget and thinking level.");
  const generation = modelGeneration(model);
  // https://github.com/RooCodeInc/Roo-Code/issues/10700
  if (level !== undefined && generation !== undefined && generation < 3)
    refuse("Thinking level is not supported for this model.");
  if (generation !== undefined && generation < 2.5) refuse(`Thinking is not enabled for models/${model}`);
  // https://github.com/heyhuynhgiabuu/proxypal/issues/170
  if (missingLevels.some((missing) => missing.model.test(model) && missing.level === level))
    refuse(`Thinking level ${level} is not supported for this model.`);
  if (budget !== undefined) checkBudget(budget, model);
  if (budget === 0 && includeThoughts)
    refuse("Thinking_config.include_thoughts is only enabled when thinking is enabled.");
}

function checkBudget(budget: number, model: string): void {
  const { least, most, off } = budgets.find((known) => known.model.test(model)) ?? {
    least: 1,
    most: 32_768,
    off: true,
  };
  if (budget === -1) return;
  // https://github.com/vercel/ai/issues/8027
  if (budget === 0 && !off) refuse("Budget 0 is invalid. This model only works in thinking mode.");
  // https://github.com/RooCodeInc/Roo-Code/issues/4399
  if (budget !== 0 && (budget < least || budget > most)) refuse(`The thinking budget (${budget}) is invalid.`);
}
