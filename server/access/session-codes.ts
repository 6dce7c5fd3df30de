// The codes with which pages open their sessions: each opens one, and ends it when somebody presents it again.

import type { Clock } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Scope } from "../contract/scopes.js";
import type { Credentials } from "./credentials.js";
import { tokenDigest } from "./new-token.js";
import { createOneTimeCodes } from "./one-time-codes.js";

/** What the session of a code is, and may do. */
export interface SessionGrant {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The id of the token whose holder has asked for the code; undefined for the person who runs the server. */
  readonly maker?: string;
}

export interface SessionCodes {
  issue(grant: SessionGrant): string;
  /**
   * Exchanges a code for the token of a session. Rejects with `API_CREDENTIAL_REFUSED` for a code that is unknown or has expired,
   * and with `API_CODE_REUSED` for one that was used: two programs know it, so that the session of the first one is ended, with
   * all tokens that it has made.
   */
  open(code: string): Promise<{ readonly token: string; readonly scopes: readonly Scope[] }>;
}

export interface SessionCodesDependencies {
  readonly clock: Clock;
  readonly credentials: Pick<Credentials, "issue" | "isRevoked" | "revokeWithMade">;
  readonly lifetimeMs: number;
  /** Tells the person at the server. */
  warn(text: string): void;
}

const maxUsed = 1_000;

export function createSessionCodes(deps: SessionCodesDependencies): SessionCodes {
  const { clock, credentials, lifetimeMs, warn } = deps;
  const codes = createOneTimeCodes<SessionGrant>(clock, lifetimeMs);
  /** The sessions of the last codes that were used, by the digests of the codes. */
  const used = new Map<string, { readonly tokenId: string; readonly name: string }>();

  /** Ends the session of a code that was used, once. */
  const endSession = async (digest: string): Promise<never> => {
    const session = used.get(digest);
    if (session === undefined) throw fault("API_CREDENTIAL_REFUSED", {});
    used.delete(digest);
    const made = (await credentials.revokeWithMade(session.tokenId)) - 1;
    const tokens = made <= 0 ? "" : ` ${made} tokens that this session had made were revoked with it.`;
    warn(
      `The code that opens the ${session.name} was used twice, so that another program knows it: the session that it had opened was ended.${tokens}`,
    );
    throw fault("API_CODE_REUSED", {});
  };

  return {
    issue: (grant) => codes.issue(grant),
    async open(code) {
      const grant = codes.redeem(code);
      const digest = tokenDigest(code);
      if (grant === undefined) return endSession(digest);
      const { name, scopes, maker } = grant;
      if (maker !== undefined && credentials.isRevoked(maker)) throw fault("API_CREDENTIAL_REFUSED", {});
      const { token, holder } = credentials.issue(name, scopes, maker);
      used.set(digest, { tokenId: holder.tokenId, name });
      for (const oldest of used.keys()) {
        if (used.size <= maxUsed) break;
        used.delete(oldest);
      }
      return { token, scopes };
    },
  };
}
