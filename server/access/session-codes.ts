// The codes with which pages open their sessions: each opens one, and ends it when somebody presents it again.

import { keepNewest } from "@pictor/kernel";
import type { Scope } from "@pictor/features/base";
import type { Credentials } from "./credentials.js";
import type { KeptSession } from "./kept-sessions.js";
import { tokenDigest } from "./new-token.js";
import type { OneTimeCodes } from "./one-time-codes.js";

/** What the session of a code is, and may do. */
export type SessionGrant = Pick<KeptSession, "name" | "scopes" | "maker">;

export type OpenedSession =
  | { readonly kind: "opened"; readonly token: string; readonly scopes: readonly Scope[] }
  /**
   * The code was used before: two programs know it, so the session of the first one was ended, with all tokens that it
   * has made.
   */
  | { readonly kind: "reused" }
  /** The code was never issued or has expired, or the token that has asked for it was revoked. */
  | { readonly kind: "unknown" };

const maxUsed = 1_000;

export class SessionCodes {
  readonly #codes: OneTimeCodes<SessionGrant>;
  readonly #credentials: Pick<Credentials, "openSession" | "isRevoked" | "revokeWithMade">;
  readonly #warn: (text: string) => void;
  /** The sessions of the last codes that were used, by the digests of the codes. */
  readonly #used = new Map<string, { readonly tokenId: string; readonly name: string }>();

  /** `warn` tells the person at the server. */
  constructor(
    codes: OneTimeCodes<SessionGrant>,
    credentials: Pick<Credentials, "openSession" | "isRevoked" | "revokeWithMade">,
    warn: (text: string) => void,
  ) {
    this.#codes = codes;
    this.#credentials = credentials;
    this.#warn = warn;
  }

  issue(grant: SessionGrant): string {
    return this.#codes.issue(grant);
  }

  /** Exchanges a code for the token of a session. */
  async open(code: string): Promise<OpenedSession> {
    const grant = this.#codes.redeem(code);
    const digest = tokenDigest(code);
    if (grant === undefined) return this.#endSession(digest);
    const { name, scopes, maker } = grant;
    if (maker !== undefined && this.#credentials.isRevoked(maker)) return { kind: "unknown" };
    const { token, holder, isKept } = this.#credentials.openSession(name, scopes, maker);
    this.#used.set(digest, { tokenId: holder.tokenId, name });
    keepNewest(this.#used, maxUsed);
    await isKept;
    return { kind: "opened", token, scopes };
  }

  /** Ends the session of a code that was used, once. */
  async #endSession(digest: string): Promise<OpenedSession> {
    const session = this.#used.get(digest);
    if (session === undefined) return { kind: "unknown" };
    this.#used.delete(digest);
    const made = (await this.#credentials.revokeWithMade(session.tokenId)) - 1;
    const tokens =
      made <= 0
        ? ""
        : `, with ${made} ${made === 1 ? "token" : "tokens"} that it had made, which were revoked`;
    this.#warn(
      `The code that opens the ${session.name} was used twice, so another program may know it. The session that the code had opened was ended${tokens}.`,
    );
    return { kind: "reused" };
  }
}
