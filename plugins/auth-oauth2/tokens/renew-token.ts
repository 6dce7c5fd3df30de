// Renews a token without the user: with its refresh token, or by repeating the grant if that needs no user.

import type { KeyLock, Logger } from "@pictor/kernel/plugin";
import { kindOfFailure, wordsOf } from "../protocol/provider-errors.js";
import type { TokenResponse } from "../protocol/token-request.js";
import type { OAuthSetting } from "../setting.js";
import { describeSetting, renewalFault, safeReason, usableRefreshToken } from "./renewability.js";
import type { TokenCache } from "./token-cache.js";
import { recordOf, type TokenRecord } from "./token-record.js";

/** The token requests that need no user. */
export interface RenewalGrants {
  /** Uses the refresh token (RFC 6749 section 6), which can be bound to `dpopKey` (RFC 9449 section 5). */
  refresh(
    setting: OAuthSetting,
    refreshToken: string,
    signal: AbortSignal,
    dpopKey?: string,
  ): Promise<TokenResponse>;
  /** The grants that need no user (RFC 6749 sections 4.4 and 4.3, RFC 8693, RFC 7523 section 2.1). */
  fetch(setting: OAuthSetting, signal: AbortSignal, dpopKey?: string): Promise<TokenResponse>;
}

/** What the provider has issued, kept for the case that the lock is lost before it is stored. */
export interface IssuedToken {
  readonly record: TokenRecord;
  /** The stored record that it follows. */
  readonly before: TokenRecord | undefined;
}

/** One renewal, which may need several locks. */
export interface Renewal {
  readonly setting: OAuthSetting;
  readonly key: string;
  /** Whether the stored record is the one to be replaced; any other stored record is newer. */
  readonly isReplaced: (record: TokenRecord) => boolean;
  issued?: IssuedToken;
}

const hasSameTokens = (a: TokenRecord | undefined, b: TokenRecord | undefined): boolean =>
  a?.accessToken === b?.accessToken && a?.refreshToken === b?.refreshToken;

export class TokenRenewer {
  readonly #cache: TokenCache;
  readonly #grants: RenewalGrants;
  readonly #logger: Logger;
  readonly #signal: AbortSignal;

  /** The signal aborts renewals in progress. That of a single caller does not, because others may wait for the same renewal. */
  constructor(cache: TokenCache, grants: RenewalGrants, logger: Logger, signal: AbortSignal) {
    this.#cache = cache;
    this.#grants = grants;
    this.#logger = logger;
    this.#signal = signal;
  }

  /**
   * Replaces the stored record if it is the one to be replaced; returns any other. The caller has locked the key.
   * Rejects as the token requests do, or with `AUTH_ACTION_NEEDED` or `AUTH_NOT_CONFIGURED`. After a failure the record
   * remains stored, and is marked if the provider rejected its refresh token. If the lock was lost, it rejects with the
   * reason of its signal, and is called again under another one, with the same `renewal`: what was issued meanwhile is
   * then stored.
   */
  async renew(renewal: Renewal, lock: KeyLock): Promise<TokenRecord> {
    const { setting, key, issued } = renewal;
    const stored = await this.#cache.stored(setting, key);
    if (issued !== undefined) {
      // This process stood still while the provider answered. Its answer counts, unless another process has replaced or
      // removed the tokens that it follows: these may be revoked already, and then nothing else would be left of the
      // sign-in.
      if (hasSameTokens(stored, issued.before)) return this.#saveIssued(renewal, lock, issued);
      return stored ?? issued.record;
    }
    if (stored !== undefined && !renewal.isReplaced(stored)) return stored;
    const obstacle = renewalFault(setting, stored);
    if (obstacle !== undefined) throw obstacle;

    const refreshToken = usableRefreshToken(stored);
    if (stored !== undefined && refreshToken !== undefined) {
      let refusal: { readonly isFinal: boolean; readonly words: string };
      try {
        await lock.confirm();
        const response = await this.#grants.refresh(setting, refreshToken, this.#signal, stored.dpopKey);
        return await this.#saveIssued(renewal, lock, {
          record: recordOf(setting, response, stored),
          before: stored,
        });
      } catch (error) {
        const kind = kindOfFailure(error);
        if (kind !== "invalid-grant" && kind !== "unclear") throw error;
        refusal = { isFinal: kind === "invalid-grant", words: wordsOf(error) };
      }
      // A process without this lock, such as one on another machine, may have used the refresh token first.
      const current = await this.#cache.stored(setting, key);
      if (
        current !== undefined &&
        (current.accessToken !== stored.accessToken || current.refreshToken !== refreshToken)
      )
        return current;
      const rejected = current && { ...current, refreshFailed: true as const, refusal: refusal.words };
      // A refusal without a reason may be about something else, so a later request tries the refresh token again.
      if (rejected !== undefined && refusal.isFinal) await this.#save(renewal, lock, rejected);
      const needed = renewalFault(setting, rejected, "Only the refresh was sent.");
      if (needed !== undefined) throw needed;
    }
    await lock.confirm();
    const response = await this.#grants.fetch(setting, this.#signal, stored?.dpopKey);
    return this.#saveIssued(renewal, lock, { record: recordOf(setting, response), before: stored });
  }

  #saveIssued(renewal: Renewal, lock: KeyLock, issued: IssuedToken): Promise<TokenRecord> {
    renewal.issued = issued;
    return this.#save(renewal, lock, issued.record);
  }

  async #save({ setting, key }: Renewal, lock: KeyLock, record: TokenRecord): Promise<TokenRecord> {
    await lock.confirm().catch((error: unknown) => {
      if (lock.signal.aborted) throw error;
    });
    // The provider may have revoked the previous tokens already, so the new ones are used even if they cannot be saved.
    await this.#cache
      .write(key, record)
      .catch((error: unknown) =>
        this.#logger.error(
          `${describeSetting(setting)}: the new token is only in memory: ${safeReason(error)}`,
        ),
      );
    return record;
  }
}
