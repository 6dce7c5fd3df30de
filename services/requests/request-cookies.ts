// The cookies that the replies of one request set, for its next hops (RFC 6265). They end with the request.

import { createRequire } from "node:module";
import type { Cookie, CookieJar } from "tough-cookie";
import type { HeaderPair, OutgoingRequest } from "@pictor/kernel";

const require = createRequire(import.meta.url);

/** A cookie header of the caller: its own cookies stay, apart from those that a server has set again. */
function withCookies(own: string | undefined, set: readonly Cookie[]): string {
  const names = new Set(set.map(({ key }) => key));
  const kept = (own ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "" && !names.has((pair.split("=", 1)[0] ?? "").trim()));
  return [...kept, ...set.map((cookie) => cookie.cookieString())].join("; ");
}

/** The place of a cookie in a jar (RFC 6265 section 5.3). */
const placeOf = ({ domain, path, key }: Cookie): string => [domain, path, key].join("\n");

export class RequestCookies {
  /** `origins` are those that have set the cookies. Most requests get none. */
  #kept: { readonly jar: CookieJar; readonly origins: Map<string, string> } | undefined;

  /** Keeps the cookies of a reply. A cookie that its server may not set, for example for a public suffix, is left out. */
  take(url: string, header: string | readonly string[] | undefined): void {
    if (header === undefined) return;
    // Loaded by the first reply with a cookie that another request follows. As in undici.ts, `require` is faster than `import`.
    const library = require("tough-cookie") as { readonly CookieJar: typeof CookieJar };
    const { jar, origins } = (this.#kept ??= { jar: new library.CookieJar(), origins: new Map() });
    for (const line of typeof header === "string" ? [header] : header) {
      const cookie = jar.setCookieSync(line, url, { ignoreError: true });
      if (cookie !== undefined) origins.set(placeOf(cookie), new URL(url).origin);
    }
  }

  /**
   * The request with the cookies for its address. Like a credential, a cookie goes to no other origin, unless its server has named a domain
   * for it that the address belongs to; and never from https to http.
   */
  addTo(request: OutgoingRequest): OutgoingRequest {
    if (this.#kept === undefined) return request;
    const { jar, origins } = this.#kept;
    const { protocol, origin } = new URL(request.url);
    const cookies = jar.getCookiesSync(request.url).filter((cookie) => {
      const from = origins.get(placeOf(cookie)) ?? "";
      return (
        from === origin || (cookie.hostOnly !== true && (protocol === "https:" || from.startsWith("http:")))
      );
    });
    if (cookies.length === 0) return request;
    const isCookie = ([name]: HeaderPair): boolean => name.toLowerCase() === "cookie";
    const own = request.headers.filter(isCookie).map(([, value]) => value);
    const value = withCookies(own.length === 0 ? undefined : own.join("; "), cookies);
    return {
      ...request,
      headers: [...request.headers.filter((header) => !isCookie(header)), ["Cookie", value]],
    };
  }
}
