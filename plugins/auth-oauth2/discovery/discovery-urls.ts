// Finds the metadata documents that a provider's address can mean, in any form in which users write it.

import { invalidSetting } from "../faults.js";
import { addressScopeOf } from "./address-scope.js";

export interface DiscoveryCandidate {
  /** URL of the metadata document. */
  readonly url: string;
  /** The issuer that the document must name, without a slash at its end. */
  readonly expectedIssuer: string;
  /** OpenID Connect Discovery section 4, or RFC 8414 section 3. */
  readonly kind: "oidc" | "oauth";
}

const oidcName = "openid-configuration";
const oauthName = "oauth-authorization-server";
const maxLength = 2_000;

/** `host:8443` has a port, `mailto:x` a scheme. */
const hasScheme = (text: string): boolean => /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);

/** The default scheme is https, and http for this machine, where servers rarely have TLS. */
function withScheme(text: string): string {
  if (hasScheme(text)) return text;
  const url = `https://${text}`;
  const isThisMachine = URL.canParse(url) && addressScopeOf(new URL(url).hostname) === "loopback";
  return isThisMachine ? `http://${text}` : url;
}

/** Parses the address. Throws `AUTH_SETTING_INVALID` without the text, which may contain a password before the host. */
function parseAddress(text: string): URL {
  const invalid = (problem: string) => invalidSetting("discoveryUrl", problem);
  if (text === "") throw invalid("it is empty");
  if (text.length > maxLength) throw invalid(`it is longer than ${maxLength} characters`);
  if (/\p{Cc}/u.test(text)) throw invalid("it contains a line break or another control character");
  if (text.includes("#")) throw invalid("it has a fragment (#), which no issuer has");
  const url = withScheme(text);
  if (!URL.canParse(url)) throw invalid("it is not a URL");
  const address = new URL(url);
  if (address.protocol !== "https:" && address.protocol !== "http:")
    throw invalid("its scheme is neither https nor http");
  if (address.username !== "" || address.password !== "")
    throw invalid("it contains a user name or password");
  return address;
}

/** Removes dot segments (RFC 3986 section 5.2.4), which the URL class of Node 20 leaves in `//a//..` and `/a/.b/.`. */
function withoutDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.split("/").slice(1);
  for (const [index, segment] of segments.entries()) {
    const dots = /^(?:\.|%2e){1,2}$/i.test(segment) ? segment.replace(/%2e/gi, ".").length : 0;
    if (dots === 2) kept.pop();
    if (dots === 0) kept.push(segment);
    else if (index === segments.length - 1) kept.push("");
  }
  return `/${kept.join("/")}`;
}

/** Whether the path of a document needs no correction, so that the document can be requested at this address. */
const isWellFormed = (path: string): boolean =>
  path.match(/\/\.well-known(?=\/|$)/g)?.length === 1 && withoutDotSegments(path) === path;

/** The path without double slashes, a trailing slash, or a `.well-known` that names no document. */
const normalizedPath = ({ pathname }: URL): string =>
  withoutDotSegments(pathname.replace(/\/{2,}/g, "/"))
    .replace(/(?:\/\.well-known)+(?=\/|$)/g, "/.well-known")
    .replace(/(?:\/\.well-known)?\/?$/, "");

/**
 * The documents to request in this order until one is valid. A host, an issuer or a tenant path has two: OpenID Connect
 * appends the well-known path, and RFC 8414 (section 3.1) inserts it after the host. The URL of a document means only that
 * document, and is requested unchanged, because some servers know it only with a slash at its end. The query is kept.
 * Throws `AUTH_SETTING_INVALID`.
 */
export function discoveryCandidates(text: string): readonly DiscoveryCandidate[] {
  const address = parseAddress(text.trim());
  const { origin, pathname, search } = address;
  const [before = "", document] = normalizedPath(address).split("/.well-known/");
  if (document !== undefined) {
    const [name = "", ...after] = document.split("/");
    const inserted = after.map((segment) => `/${segment}`).join("");
    return [
      {
        url: isWellFormed(pathname) ? address.href : `${origin}${before}/.well-known/${document}${search}`,
        expectedIssuer: `${origin}${before}${inserted}`,
        kind: name === oauthName ? "oauth" : "oidc",
      },
    ];
  }
  const expectedIssuer = `${origin}${before}`;
  return [
    { url: `${expectedIssuer}/.well-known/${oidcName}${search}`, expectedIssuer, kind: "oidc" },
    { url: `${origin}/.well-known/${oauthName}${before}${search}`, expectedIssuer, kind: "oauth" },
  ];
}
