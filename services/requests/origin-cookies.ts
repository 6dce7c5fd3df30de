// A jar of cookies by RFC 6265 that knows the origin of each cookie, because a cookie is a credential.

import { createRequire } from "node:module";
import { isIPv4 } from "node:net";
import type { Cookie, CookieJar, SerializedCookie } from "tough-cookie";

const require = createRequire(import.meta.url);

/** The headers `Set-Cookie` of a reply. */
export interface SetCookies {
  /** The address that replied. */
  readonly url: string;
  readonly header: string | readonly string[];
}

/** A cookie as it is stored: with the origin that has set it. */
export interface StoredCookie {
  readonly origin: string;
  readonly cookie: SerializedCookie;
  /** Absent: it does not expire. */
  readonly expiresAtMs?: number;
}

type Library = typeof import("tough-cookie");
/** Loaded for the first cookie that matters. As in undici.ts, `require` is faster than `import`. */
const library = (): Library => require("tough-cookie") as Library;

/** The longest time until a cookie expires, as of browsers (RFC 6265bis section 5.5). */
const maxAgeMs = 400 * 86_400_000;

/** Reads a cookie of a host. `Max-Age` counts from now on: the library would count it from the latest use of the cookie. */
function parsed(line: string, host: string): Cookie | undefined {
  const cookie = library().Cookie.parse(line);
  if (cookie === undefined) return undefined;
  const { domain, maxAge, expires } = cookie;
  // An address has no subdomains, and the library takes it for a public suffix. That of another machine stays, and is refused.
  if (domain !== null && isIPv4(domain) && domain === host) cookie.domain = null;
  const latestMs = Date.now() + maxAgeMs;
  if (typeof maxAge === "number") {
    cookie.setExpires(new Date(maxAge <= 0 ? 0 : Math.min(Date.now() + maxAge * 1000, latestMs)));
    cookie.maxAge = null;
  } else if (expires instanceof Date && expires.getTime() > latestMs) cookie.setExpires(new Date(latestMs));
  return cookie;
}

/** The place of a cookie in a jar (RFC 6265 section 5.3). */
export const placeOf = ({ domain, path, key }: Pick<Cookie, "domain" | "path" | "key">): string =>
  [domain, path, key].join("\n");

export class OriginCookies {
  readonly #jar: CookieJar;
  /** The origins that have set the cookies, by their places. */
  readonly #origins: Map<string, string>;

  constructor(stored: readonly StoredCookie[] = []) {
    const { CookieJar } = library();
    const cookies = stored.map(({ cookie }) => cookie);
    const jar = { version: "", storeType: null, rejectPublicSuffixes: true, cookies };
    this.#jar = stored.length === 0 ? new CookieJar() : CookieJar.deserializeSync(jar);
    this.#origins = new Map(
      stored.map(({ origin, cookie }) => [placeOf(cookie as unknown as Cookie), origin]),
    );
  }

  /** Returns the places of the cookies. One that its server may not set, for example for a public suffix, is left out. */
  take({ url, header }: SetCookies): readonly string[] {
    const { origin, hostname } = new URL(url);
    return (typeof header === "string" ? [header] : header).flatMap((line) => {
      const given = parsed(line, hostname);
      const cookie = given && this.#jar.setCookieSync(given, url, { ignoreError: true });
      if (cookie === undefined) return [];
      const place = placeOf(cookie);
      this.#origins.set(place, origin);
      return [place];
    });
  }

  /**
   * The cookies for an address. Like a credential, a cookie goes to no other origin, unless its server has named a
   * domain for it that the address belongs to; and never from https to http.
   */
  cookiesFor(url: string): readonly Cookie[] {
    const { protocol, origin } = new URL(url);
    return this.#jar.getCookiesSync(url).filter((cookie) => {
      const from = this.#origins.get(placeOf(cookie)) ?? "";
      return (
        from === origin || (cookie.hostOnly !== true && (protocol === "https:" || from.startsWith("http:")))
      );
    });
  }

  /** The cookies that have not expired, oldest first. */
  stored(): readonly StoredCookie[] {
    return (this.#jar.serializeSync()?.cookies ?? []).flatMap((cookie) => {
      const expiresAtMs = library().Cookie.fromJSON(cookie)?.expiryTime() ?? 0;
      const origin = this.#origins.get(placeOf(cookie as unknown as Cookie));
      if (origin === undefined || expiresAtMs <= Date.now()) return [];
      return [{ origin, cookie, ...(Number.isFinite(expiresAtMs) && { expiresAtMs }) }];
    });
  }
}
