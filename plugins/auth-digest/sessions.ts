// Keeps the nonces of each account and realm, so that later requests are signed without a round trip for a challenge.

import { keepNewest } from "@pictor/kernel/plugin";
import type { DigestChallenge } from "./digest-challenge.js";

export interface Session {
  readonly challenge: DigestChallenge;
  /** The client nonce. It stays the same for the whole session, because the key of the `-sess` algorithms depends on it. */
  readonly cnonce: string;
  /** Counts a request that is signed with the nonce, and returns the number of such requests. */
  nextCount(requestId: string): number;
}

interface StoredSession extends Session {
  /** Ids of the requests that were signed in this session. */
  readonly signedRequests: ReadonlySet<string>;
  /** Whether requests are signed preemptively, before the server sends a challenge. */
  readonly isPreemptive: boolean;
  /** Whether the server is known to have accepted the credentials, so that another nonce is worth an attempt. */
  isAccepted?: boolean;
}

/** Bounds for the requests of a session and the realms of an account; a forgotten entry costs one round trip. */
const maxRequests = 256;
const maxRealms = 16;

function createSession(challenge: DigestChallenge, cnonce: string, isPreemptive: boolean): StoredSession {
  const signedRequests = new Set<string>();
  let count = 0;
  return {
    challenge,
    cnonce,
    isPreemptive,
    signedRequests,
    nextCount(requestId) {
      signedRequests.add(requestId);
      keepNewest(signedRequests, maxRequests);
      return ++count;
    },
  };
}

/** Whether a challenge covers a URL (RFC 7616 section 3.3): one of its URLs is a prefix, or it has none. */
const covers = ({ domain }: DigestChallenge, url: URL): boolean =>
  domain.length === 0 ||
  domain.some((prefix) => URL.canParse(prefix, url.href) && url.href.startsWith(new URL(prefix, url).href));

/** `account` identifies an origin, a user name and a password. */
export function createSessions(createCnonce: () => string) {
  const accounts = new Map<string, Map<string, StoredSession>>();
  const store = (account: string, session: StoredSession): StoredSession => {
    const realms = accounts.get(account) ?? new Map<string, StoredSession>();
    accounts.set(account, realms);
    const { realm } = session.challenge;
    realms.delete(realm); // The map keeps its order, so the newest session is last.
    realms.set(realm, session);
    keepNewest(realms, maxRealms);
    return session;
  };
  return {
    /** The newest session that may sign a request to this URL before the server sends a challenge. */
    preemptive(account: string, url: URL, isAccepted = false): Session | undefined {
      const found = [...(accounts.get(account)?.values() ?? [])]
        .reverse()
        .find(({ challenge, isPreemptive }) => isPreemptive && covers(challenge, url));
      if (found !== undefined && isAccepted) found.isAccepted = true;
      return found;
    },

    /**
     * The session for a request that was challenged. Undefined if the same request was already signed and its nonce was not
     * stale: the credentials are wrong and are not sent again (RFC 7616 section 3.3). From then on, requests to this realm
     * are no longer signed preemptively, because some servers accept a nonce only once and never call it stale.
     */
    challenged(account: string, challenge: DigestChallenge, requestId: string): Session | undefined {
      const known = accounts.get(account)?.get(challenge.realm);
      if (known?.signedRequests.has(requestId) === true && !challenge.stale && known.isAccepted !== true) {
        store(account, { ...known, isPreemptive: false });
        return undefined;
      }
      // The same nonce keeps its session, because a server accepts each count only once.
      if (known?.challenge.nonce === challenge.nonce) return store(account, { ...known, challenge });
      return store(account, createSession(challenge, createCnonce(), known?.isPreemptive ?? true));
    },
  };
}
