// Completes an address that a person typed without its scheme, as browsers and other clients do.

/** A host with an optional port: a name, an IPv4 address, or an IPv6 address in brackets. */
const hostAndPort = /^(\[[\da-f:.]+\]|[^\s/?#@:[\]{}]+)(?::(\d{1,5}))?(?=[/?#]|$)/i;
/** Hosts that rarely have a certificate: addresses, and names without a domain or in the local one. */
const isPlainHost = (host: string): boolean => /^\[|^[\d.]+$|^[^.]+$|\.local$|\.localhost$/i.test(host);

/**
 * `127.0.0.1:8188` becomes `http://127.0.0.1:8188`, and `api.example/v1` becomes `https://api.example/v1`. An address
 * with a scheme, and a text that begins with no host, stay as they are.
 */
export function withScheme(text: string): string {
  const address = text.trim();
  const [, host, port] = hostAndPort.exec(address) ?? [];
  if (host === undefined || /^[a-z][a-z\d+.-]*:\/\//i.test(address)) return text;
  const isPlain = port === "80" || (port !== "443" && isPlainHost(host));
  return `${isPlain ? "http" : "https"}://${address}`;
}
