// What a person may write for a provider, and the discovery documents that it can mean.

import { fault } from "@pictor/kernel/plugin";
import { reachOf } from "./reach.js";

export interface Candidate {
  /** Of the document. */
  readonly url: string;
  /** The issuer that the document must name, without a slash at its end. */
  readonly expectedIssuer: string;
  /** OpenID Connect Discovery section 4, or RFC 8414 section 3. */
  readonly kind: "oidc" | "oauth";
}

const oidcName = "openid-configuration";
const oauthName = "oauth-authorization-server";
const longestText = 2_000;

const refused = (problem: string) => fault("AUTH_SETTING_INVALID", { where: "oauth2.discoveryUrl", problem });

/** `host:8443` has a port, `mailto:x` a scheme. */
const hasScheme = (text: string): boolean => /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);

/** Without a scheme it is https; on this machine, where TLS is rare, it is http. */
function withScheme(text: string): string {
  if (hasScheme(text)) return text;
  const guess = `https://${text}`;
  const isHere = URL.canParse(guess) && reachOf(new URL(guess).hostname) === "loopback";
  return isHere ? `http://${text}` : guess;
}

/** No message repeats the text: what looks like a user name in front of the host may be one, with a password. */
function parse(text: string): URL {
  if (text === "") throw refused("it is empty");
  if (text.length > longestText) throw refused(`it has more than ${longestText} characters`);
  if (/\p{Cc}/u.test(text)) throw refused("it holds a line break or another control character");
  if (text.includes("#")) throw refused("it has a fragment (#), which no issuer has");
  const written = withScheme(text);
  if (!URL.canParse(written)) throw refused("it is not an address");
  const address = new URL(written);
  if (address.protocol !== "https:" && address.protocol !== "http:")
    throw refused("its scheme is neither https nor http");
  if (address.username !== "" || address.password !== "") throw refused("it carries a user name or password");
  return address;
}

/** RFC 3986 section 5.2.4, which the URL of Node 20 skips for `//a//..` and for `/a/.b/.`. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const parts = path.split("/").slice(1);
  for (const [index, part] of parts.entries()) {
    const dots = /^(?:\.|%2e){1,2}$/i.test(part) ? part.replace(/%2e/gi, ".").length : 0;
    if (dots === 2) kept.pop();
    if (dots === 0) kept.push(part);
    else if (index === parts.length - 1) kept.push("");
  }
  return `/${kept.join("/")}`;
}

/** Without doubled slashes, without one at the end, and with `.well-known` only where it names a document. */
const tidyPath = ({ pathname }: URL): string =>
  withoutDots(pathname.replace(/\/{2,}/g, "/"))
    .replace(/(?:\/\.well-known)+(?=\/|$)/g, "/.well-known")
    .replace(/(?:\/\.well-known)?\/?$/, "");

/**
 * The documents to ask for, in this order, until one is valid. A host, an issuer or a tenant's path gives two: OpenID
 * Connect appends the well-known path, RFC 8414 (section 3.1) inserts it behind the host. The address of a document
 * gives that one. The query is kept. Throws `AUTH_SETTING_INVALID`.
 */
export function candidates(text: string): readonly Candidate[] {
  const address = parse(text.trim());
  const { origin, search } = address;
  const [before = "", document] = tidyPath(address).split("/.well-known/");
  if (document !== undefined) {
    const [name = "", ...after] = document.split("/");
    const inserted = after.map((part) => `/${part}`).join("");
    return [
      {
        url: `${origin}${before}/.well-known/${document}${search}`,
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
