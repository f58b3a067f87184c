/** What was thrown, in its own words. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    return String((thrown instanceof Error && thrown.message) || thrown);
  } catch {
    // A proxy or a getter that throws when it is looked at.
    return "unknown failure";
  }
}
