/** `api-key`, `x-goog-api-key`, `authorization`, `access_token`, `sig`, `sas`, `code`, … */
const credential = /key|token|secret|auth|pass|credential|cookie|signature|^(?:sig|sas|code)$/i;

/**
 * Whether a header or a query parameter of this name may hold a credential, at one provider, gateway or cloud or another.
 * What it holds is neither kept nor shown; a harmless one that is left out is no loss.
 */
export function namesCredential(name: string): boolean {
  return credential.test(name);
}
