/** Whether a value is anywhere in another. */
export function holds(value: unknown, where: (value: unknown) => boolean, above: readonly unknown[] = []): boolean {
  if (where(value)) return true;
  if (typeof value !== "object" || value === null || above.includes(value)) return false;
  return Object.values(value).some((item) => holds(item, where, [...above, value]));
}
