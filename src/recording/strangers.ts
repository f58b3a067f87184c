const ownHosts: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Whose request this is, if it is not this machine's own. A page that somebody has open in a browser can send requests to
 * loopback too, under its own origin or under a name of its own that leads here; it must not spend the key.
 */
export function strangerIn(headers: Headers): string | undefined {
  const host = headers.get("host");
  if (host && !isOwn(`http://${host}`)) return "a request to another host name";
  const origin = headers.get("origin");
  return origin && !isOwn(origin) ? "a page of another origin" : undefined;
}

function isOwn(address: string): boolean {
  return URL.canParse(address) && ownHosts.has(new URL(address).hostname);
}
