// The cookies of one request: those that its replies set, for its next hops, and those that an environment keeps.

import type { Cookie } from "tough-cookie";
import { headerValues, setHeader, type OutgoingRequest } from "@pictor/kernel";
import { OriginCookies, placeOf, type SetCookies } from "./origin-cookies.js";

/**
 * The header of a request with own cookies. One that a reply of this request has set (`fresh`) replaces an own one of
 * its name; one that was kept from earlier does not.
 */
function withCookies(own: string, set: readonly Cookie[], fresh: ReadonlySet<string>): string {
  const pairs = own
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "");
  const nameOf = (pair: string): string => (pair.split("=", 1)[0] ?? "").trim();
  const given = new Set(pairs.map(nameOf));
  const added = set.filter((cookie) => fresh.has(placeOf(cookie)) || !given.has(cookie.key));
  const names = new Set(added.map(({ key }) => key));
  return [
    ...pairs.filter((pair) => !names.has(nameOf(pair))),
    ...added.map((cookie) => cookie.cookieString()),
  ].join("; ");
}

const nothing: ReadonlySet<string> = new Set();

export class RequestCookies {
  /** Most requests have none. */
  #jar: OriginCookies | undefined;
  /** What replies have set and the jar has not. */
  #received: SetCookies[] | undefined;
  /** The places of the cookies that replies of this request have set. */
  #fresh: Set<string> | undefined;

  /** `kept` has the cookies of earlier requests. */
  constructor(kept?: OriginCookies) {
    this.#jar = kept;
  }

  /** Takes the cookies of a reply, which count for the next hop. */
  take(set: SetCookies): void {
    (this.#received ??= []).push(set);
  }

  /** The request with the cookies for its address. */
  addTo(request: OutgoingRequest): OutgoingRequest {
    const jar = this.#upToDate();
    const cookies = jar?.cookiesFor(request.url) ?? [];
    if (cookies.length === 0) return request;
    const own = headerValues(request.headers, "Cookie");
    const value = withCookies(own.join("; "), cookies, this.#fresh ?? nothing);
    return setHeader(request, "Cookie", value);
  }

  #upToDate(): OriginCookies | undefined {
    for (const set of this.#received ?? []) {
      this.#jar ??= new OriginCookies();
      this.#fresh ??= new Set();
      for (const place of this.#jar.take(set)) this.#fresh.add(place);
    }
    this.#received = undefined;
    return this.#jar;
  }
}
