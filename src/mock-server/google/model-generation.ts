/**
 * The generation that a model's name tells: 2.5 for `gemini-2.5-flash`, 3 for `gemini-3-pro-preview`. Rules of single
 * generations hold for those alone; a name that tells none is a model without such limits.
 */
export function modelGeneration(model: string): number | undefined {
  const [, generation] = /^gemini-(\d+(?:\.\d+)?)(?:-|$)/.exec(model) ?? [];
  return generation === undefined ? undefined : Number(generation);
}
