/**
 * Whether the model that answered is surely another than the one asked for. An alias that stands for a version of it is not
 * (`gpt-4o` → `gpt-4o-2024-08-06`), nor a name with a vendor before it or a variant behind it, and whoever asks for a name
 * that leaves the choice open gets one.
 */
export function isOtherModel(asked: string, served: string): boolean {
  const [one, other] = [bare(asked), bare(served)];
  if (/\b(?:auto|latest|default|router|free)\b/.test(asked.toLowerCase())) return false;
  return !one.startsWith(other) && !other.startsWith(one);
}

/** Without vendor, variant, file ending and punctuation. */
function bare(name: string): string {
  const [base = ""] = name
    .toLowerCase()
    .replace(/^.*[/\\]/, "")
    .split(/[:@]/);
  return base.replace(/\.gguf$/, "").replaceAll(/[^a-z0-9]/g, "");
}
