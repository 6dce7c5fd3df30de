// The codes with which pages open their sessions: each opens one, and ends it when somebody presents it again.

import { keepNewest, type Clock } from "@pictor/kernel";
import type { Scope } from "@pictor/features/base";
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

export type OpenedSession =
  | { readonly kind: "opened"; readonly token: string; readonly scopes: readonly Scope[] }
  /** The code was used before: two programs know it, so the session of the first one was ended, with all tokens that it has made. */
  | { readonly kind: "reused" }
  /** The code was never issued or has expired, or the token that has asked for it was revoked. */
  | { readonly kind: "unknown" };

export interface SessionCodes {
  issue(grant: SessionGrant): string;
  /** Exchanges a code for the token of a session. */
  open(code: string): Promise<OpenedSession>;
}

export interface SessionCodesDependencies {
  readonly clock: Clock;
  readonly credentials: Pick<Credentials, "openSession" | "isRevoked" | "revokeWithMade">;
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
  const endSession = async (digest: string): Promise<OpenedSession> => {
    const session = used.get(digest);
    if (session === undefined) return { kind: "unknown" };
    used.delete(digest);
    const made = (await credentials.revokeWithMade(session.tokenId)) - 1;
    const tokens =
      made <= 0
        ? ""
        : `, with ${made} ${made === 1 ? "token" : "tokens"} that it had made, which were revoked`;
    warn(
      `The code that opens the ${session.name} was used twice, so another program may know it. The session that it had opened was ended${tokens}.`,
    );
    return { kind: "reused" };
  };

  return {
    issue: (grant) => codes.issue(grant),
    async open(code) {
      const grant = codes.redeem(code);
      const digest = tokenDigest(code);
      if (grant === undefined) return endSession(digest);
      const { name, scopes, maker } = grant;
      if (maker !== undefined && credentials.isRevoked(maker)) return { kind: "unknown" };
      const { token, holder, isKept } = credentials.openSession(name, scopes, maker);
      used.set(digest, { tokenId: holder.tokenId, name });
      keepNewest(used, maxUsed);
      await isKept;
      return { kind: "opened", token, scopes };
    },
  };
}
