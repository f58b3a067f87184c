const value = String.raw`[^\s"'\\&,;<>{}()[\]]`;
/** A value that is no word of a sentence: it has a digit, or is long. */
const odd = String.raw`(?=${value}*\d|${value}{20})`;

/**
 * What is a credential by its looks, or by the name that it is assigned to. Stricter than what keeps error messages clean: a
 * recording is to be played again, so that a sentence about keys must stay as it is. All that is repeated within a lookbehind
 * is bounded: it is tried at every character.
 */
export const looksLikeCredential: readonly RegExp[] = [
  /(?<=\b(?:bearer|basic)\s{1,3})[\w.~+/=-]{16,}/gi,
  /\bsk-[\w*-]{12,}/g,
  /\b(?:sk|pk|rk|gsk|xai|hf|r8|nvapi|pplx|fw|gh[opsu]|github_pat|glpat|xox[abprs])[-_](?=[\w*-]*\d)[\w*-]{12,}/g,
  /\bAIza[\w*-]{20,}/g,
  /\bya29\.[\w.-]{20,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/g,
  // Organisations and projects of accounts, which OpenAI's error messages name.
  /\b(?:org|proj)[-_](?=[A-Za-z0-9]*\d)[A-Za-z0-9]{12,}\b/g,
  new RegExp(
    String.raw`(?<=\b(?:(?:x-)?(?:goog-)?api[-_ ]?key(?: provided)?|authorization|(?:access|refresh|id|auth)[-_]?token|client[-_]?secret|secret[-_]?key|password)\\{0,7}["']?\s{0,3}[:=]\s{0,3}\\{0,7}["']?(?:(?:bearer|basic)\s{1,3})?)${odd}${value}{6,}`,
    "gi",
  ),
  new RegExp(
    String.raw`(?<=(?:[?&]|\\u0026|&amp;)(?:x-(?:amz|goog)-(?:signature|credential|security-token)|(?:api[-_]?|subscription-)?key|(?:access[-_]?)?token|sig|signature)=)${value}{6,}`,
    "gi",
  ),
  // The user and the password of an address.
  /(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@"'\\]{1,200}(?=@)/gi,
];
