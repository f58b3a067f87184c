/** `api-key`, `x-goog-api-key`, `authorization`, `access_token`, `sig`, `sas`, `code`, … */
const credential = /key|token|secret|auth|pass|credential|cookie|signature|^(?:sig|sas|code)$/i;

/**
 * Whether a header or a query parameter of this name may hold a credential, at one provider, gateway or cloud or another.
 * What it holds is neither kept nor shown; a harmless one that is left out is no loss.
 */
export function namesCredential(name: string): boolean {
  return credential.test(name);
}

/** What stands in a path for the value of a query parameter that may hold a credential: that one was there can be told. */
export const hiddenCredential = "HIDDEN";

/** The path of an address with its query, in which the values of parameters that may hold a credential are hidden. */
export function pathWithoutCredentials(address: URL): string {
  const clean = new URL(address);
  for (const name of new Set(clean.searchParams.keys()))
    if (namesCredential(name)) clean.searchParams.set(name, hiddenCredential);
  return clean.pathname + clean.search;
}
