// The nonces in use: one for each account and realm, so that later requests are signed without being asked first.

import type { Offer } from "./offer.js";

export interface Session {
  readonly offer: Offer;
  /** One for the whole session: the key of the `-sess` algorithms is made of it. */
  readonly cnonce: string;
  /** Counts the requests signed with the nonce, this one included. */
  next(requestId: string): number;
}

interface Kept extends Session {
  readonly signed: ReadonlySet<string>;
  /** Whether requests are signed before they are asked. */
  readonly isAhead: boolean;
}

/** Requests on their way at a time, and realms of one account: more are forgotten, which costs a round trip. */
const maxRequests = 256;
const maxRealms = 16;

function begin(offer: Offer, cnonce: string, isAhead: boolean): Kept {
  const signed = new Set<string>();
  let count = 0;
  return {
    offer,
    cnonce,
    isAhead,
    signed,
    next(requestId) {
      signed.add(requestId);
      const [oldest] = signed;
      if (signed.size > maxRequests && oldest !== undefined) signed.delete(oldest);
      return ++count;
    },
  };
}

/** RFC 7616 section 3.3: an address covers those that begin with it; without any, the whole origin is covered. */
const covers = ({ domain }: Offer, url: URL): boolean =>
  domain.length === 0 ||
  domain.some((space) => URL.canParse(space, url.href) && url.href.startsWith(new URL(space, url).href));

/** `account` stands for an origin, a user name and a password. */
export function createSessions(createCnonce: () => string) {
  const accounts = new Map<string, Map<string, Kept>>();
  const keep = (account: string, session: Kept): Kept => {
    const realms = accounts.get(account) ?? new Map<string, Kept>();
    accounts.set(account, realms);
    const { realm } = session.offer;
    realms.delete(realm); // the newest stands last
    realms.set(realm, session);
    const [oldest] = realms.keys();
    if (realms.size > maxRealms && oldest !== undefined) realms.delete(oldest);
    return session;
  };
  return {
    /** The newest session that may sign this address before it is asked. */
    ahead: (account: string, url: URL): Session | undefined =>
      [...(accounts.get(account)?.values() ?? [])]
        .reverse()
        .find(({ offer, isAhead }) => isAhead && covers(offer, url)),

    /**
     * The session that answers an offer. Undefined when this very request was signed already and the nonce was not to
     * blame: the credentials are wrong, and are not tried again (RFC 7616 section 3.3). Some servers use a nonce once and
     * never call it stale; so from then on this realm is asked first.
     */
    answer(account: string, offer: Offer, requestId: string): Session | undefined {
      const known = accounts.get(account)?.get(offer.realm);
      if (known?.signed.has(requestId) === true && !offer.stale) {
        keep(account, { ...known, isAhead: false });
        return undefined;
      }
      // The same nonce again: its count goes on, as a server takes no number twice.
      if (known?.offer.nonce === offer.nonce) return keep(account, { ...known, offer });
      return keep(account, begin(offer, createCnonce(), known?.isAhead ?? true));
    },
  };
}
