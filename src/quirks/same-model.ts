/**
 * Whether the model that answered is surely another than the one asked for. An alias that stands for a version of it is not
 * (`gpt-4o` → `gpt-4o-2024-08-06`), nor a name with a vendor before it or a variant behind it, and whoever asks for a name
 * that leaves the choice open gets one.
 */
export function isOtherModel(asked: string, served: string): boolean {
  if (isOpen(asked)) return false;
  const [one, other] = isPreview(asked) ? [family(asked), family(served)] : [bare(asked), bare(served)];
  return !one.startsWith(other) && !other.startsWith(one);
}

/**
 * Names of whatever a server has: `tgi` at https://huggingface.co/docs/text-generation-inference/messages_api,
 * `default_model` at mlx-lm.
 */
const isOpen = (asked: string): boolean =>
  /^tgi$|(?<![a-z0-9])(?:auto|latest|default|router|free)(?![a-z0-9])/i.test(asked.replace(/[:@].*$/, ""));

/** Behind an alias of OpenAI's previews the date stands within the name: `gpt-4-turbo-preview` → `gpt-4-0125-preview`. */
const isPreview = (asked: string): boolean => /[a-z]-preview$/i.test(asked);
const family = (name: string): string => bare(name.replaceAll(/-(?:\d{4}|preview)(?=-|$)/gi, ""));

/** Without vendor, variant, file ending and punctuation. */
function bare(name: string): string {
  const [base = ""] = name
    .toLowerCase()
    .replace(/^.*[/\\]/, "")
    .split(/[:@]/);
  return base.replace(/\.gguf$/, "").replaceAll(/[^a-z0-9]/g, "");
}
