/**
 * A copy down to the functions, which are shared: a subject that changes its request must not spoil the case for the
 * subjects after it.
 */
export function copyPrompt<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyPrompt) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyPrompt(item)])) as T;
}
