// The tokens of all settings: cached in memory, renewed before they expire, stored between runs.

import { createSingleFlight, type AuthStatus, type Clock } from "@pictor/kernel/plugin";
import type { Logger, PluginContext, Secrets } from "@pictor/kernel/plugin";
import { kindOfFailure } from "../protocol/provider-errors.js";
import type { TokenResponse } from "../protocol/token-request.js";
import type { OAuthSetting } from "../setting.js";
import { attachableToken, attachmentProblem } from "./attachable-token.js";
import { freshness } from "./freshness.js";
import { parsePastedToken } from "./pasted-token.js";
import { describeSetting, needsNoUser, renewalFault, safeReason } from "./renewability.js";
import type { OnRefused } from "./refused-token.js";
import { TokenRenewer, type RenewalGrants } from "./renew-token.js";
import { TokenCache } from "./token-cache.js";
import { environmentKeyPrefix, profileKeyPrefix, tokenKey } from "./token-key.js";
import { hasOtherSecrets, recordOf, recordOfPasted, type TokenRecord } from "./token-record.js";
import { statusOf } from "./token-status.js";
import { untilHeld } from "./until-held.js";

/** The caller of a token request. Its signal is read only if there is something to wait for. */
export interface Caller {
  readonly signal?: AbortSignal | undefined;
}

/** Whether a token that can be renewed without the user was obtained with another secret than the present one. */
const isOutdated = (setting: OAuthSetting, record: TokenRecord | undefined): boolean =>
  record !== undefined && needsNoUser(setting) && hasOtherSecrets(record, setting);

type StoreContext = Required<Pick<PluginContext, "secrets" | "clock" | "logger" | "hide">>;

export class TokenStore {
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #cache: TokenCache;
  readonly #renewer: TokenRenewer;
  readonly #singleFlight = createSingleFlight<TokenRecord>();
  readonly #inProgress = new Set<Promise<TokenRecord>>();

  /** The signal aborts renewals in progress. */
  constructor(context: StoreContext, grants: RenewalGrants, signal: AbortSignal) {
    const { secrets, clock, logger, hide } = context;
    this.#secrets = secrets;
    this.#clock = clock;
    this.#logger = logger;
    this.#cache = new TokenCache(secrets, clock, hide);
    this.#renewer = new TokenRenewer(this.#cache, grants, logger, signal);
  }

  /**
   * The record to attach (see `attachableToken`): synchronously while a fresh one is cached, otherwise after at most one
   * renewal. A token that cannot be renewed is used until it expires. Throws or rejects with `AUTH_ACTION_NEEDED`,
   * `AUTH_NOT_CONFIGURED`, `OAUTH_TOKEN_UNUSABLE`, or as the token requests do.
   */
  current(setting: OAuthSetting, caller?: Caller): TokenRecord | Promise<TokenRecord> {
    const key = tokenKey(setting);
    const attachable = (record: TokenRecord): TokenRecord => {
      attachableToken(setting, record);
      return record;
    };
    const cached = this.#cache.recent(key);
    const state = cached && freshness(cached.record, this.#clock.now());
    const isUsable =
      !isOutdated(setting, cached?.record) &&
      (state === "fresh" || state === "unknown" || (state === "stale" && cached?.isLastResort === true));
    if (cached !== undefined && isUsable) return attachable(cached.record);
    return this.#renewOnce(key, () => this.#currentFromStore(setting, key), caller?.signal).then(attachable);
  }

  /**
   * After status 401: a record with another token than the rejected one, from the store or after one renewal; undefined if
   * there is none, for which `refused` is called. Rejects while the provider is unavailable.
   */
  async replaceRejected(
    setting: OAuthSetting,
    rejectedToken: string,
    signal?: AbortSignal,
    refused?: OnRefused,
  ): Promise<TokenRecord | undefined> {
    try {
      const record = await this.#replace(setting, rejectedToken, signal);
      return attachmentProblem(setting, record) === undefined ? record : undefined;
    } catch (error) {
      signal?.throwIfAborted();
      if (kindOfFailure(error) === "temporary") throw error;
      await refused?.(error, { secrets: this.#secrets, cache: this.#cache });
      return undefined;
    }
  }

  /** Renews the token even if it is fresh. Rejects as `current` does. */
  async renew(setting: OAuthSetting, signal?: AbortSignal): Promise<TokenRecord> {
    const stored = await this.stored(setting);
    return this.#replace(setting, stored?.accessToken, signal);
  }

  /** Stores the token of a completed sign-in. If it rejects with the signal's reason, nothing was stored. */
  save(setting: OAuthSetting, response: TokenResponse, signal?: AbortSignal): Promise<TokenRecord> {
    return this.#saveRecord(setting, recordOf(setting, response), signal);
  }

  /** Stores a token that the user pasted, without a refresh token. Rejects as `save` does, or with `OAUTH_TOKEN_UNUSABLE`. */
  async savePasted(setting: OAuthSetting, text: string, signal?: AbortSignal): Promise<TokenRecord> {
    const { accessToken, notes } = parsePastedToken(text);
    return this.#saveRecord(setting, recordOfPasted(setting, accessToken, this.#clock.now(), notes), signal);
  }

  /**
   * Removes every token of the profile: the current one, those of earlier settings and those of other environments. The
   * current one is first revoked with `revoke`, which settles with the provider's host. Settles with the result in
   * sentences.
   */
  async clear(
    setting: OAuthSetting,
    revoke?: (record: TokenRecord) => Promise<string>,
  ): Promise<readonly string[]> {
    const result = await this.#secrets.exclusively(tokenKey(setting), () =>
      this.#clearCurrent(setting, revoke),
    );
    const others = await this.#otherKeys(setting);
    // One lock at a time, because two processes that wait for each other's lock would deadlock.
    for (const key of others) await this.#secrets.exclusively(key, () => this.#cache.remove(key));
    const notes = result === undefined ? [] : [result];
    if (others.length > 0)
      notes.push(
        `Tokens of earlier settings or other environments of this profile that were removed, but not revoked: ${others.length}.`,
      );
    return notes.length === 0 ? ["There was no token."] : notes;
  }

  async status(setting: OAuthSetting): Promise<AuthStatus> {
    const lookup = await this.#cache.read(setting, tokenKey(setting));
    const others = lookup.kind === "none" ? await this.#otherKeys(setting) : [];
    const isInThisEnvironment = (key: string) => key.startsWith(environmentKeyPrefix(setting));
    return statusOf({
      setting,
      lookup,
      hasEarlier: others.some(isInThisEnvironment),
      hasInOtherEnvironment: !others.every(isInThisEnvironment),
      nowMs: this.#clock.now(),
    });
  }

  /** The stored record, however old it is. */
  stored(setting: OAuthSetting): Promise<TokenRecord | undefined> {
    return this.#cache.stored(setting, tokenKey(setting));
  }

  /** Settles when no renewal is in progress: a lost response to a refresh could end the sign-in. */
  async whenIdle(): Promise<void> {
    await Promise.allSettled(this.#inProgress);
  }

  /** Joins the renewal that is in progress for the key, or starts one. It continues when the caller's signal is aborted. */
  async #renewOnce(key: string, start: () => Promise<TokenRecord>, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const renewal = () => {
      const work = start().finally(() => this.#inProgress.delete(work));
      this.#inProgress.add(work);
      return work;
    };
    return this.#singleFlight(key, renewal, signal);
  }

  /** Replaces the access or ID token `replaced`, once for all callers with that token. The lock excludes other processes. */
  #replace(setting: OAuthSetting, replaced: string | undefined, signal?: AbortSignal): Promise<TokenRecord> {
    const key = tokenKey(setting);
    const isReplaced = ({ accessToken, idToken }: TokenRecord): boolean =>
      replaced !== undefined && (replaced === accessToken || replaced === idToken);
    const start = () => {
      const renewal = { setting, key, isReplaced };
      return untilHeld(this.#secrets, key, (lock) => this.#renewer.renew(renewal, lock));
    };
    return this.#renewOnce(`${key} ${replaced ?? ""}`, start, signal);
  }

  /** Does the work of `current` if no fresh token is cached. */
  async #currentFromStore(setting: OAuthSetting, key: string): Promise<TokenRecord> {
    const stored = await this.#cache.stored(setting, key);
    // If no user is needed, a changed secret is verified at once: a token that was obtained with the earlier secret
    // does not show that the new one works.
    if (isOutdated(setting, stored)) return this.#replace(setting, stored?.accessToken);
    const state = stored && freshness(stored, this.#clock.now());
    if (stored !== undefined && (state === "fresh" || state === "unknown")) return stored;
    const obstacle = renewalFault(setting, stored);
    if (obstacle !== undefined) {
      if (stored === undefined || state === "expired") throw obstacle;
      this.#cache.useAsLastResort(key);
      return stored;
    }
    try {
      return await this.#replace(setting, stored?.accessToken);
    } catch (error) {
      const remaining = this.#cache.useAsLastResort(key);
      if (remaining === undefined || freshness(remaining, this.#clock.now()) === "expired") throw error;
      this.#logger.warn(
        `${describeSetting(setting)}: its token could not be renewed and is used until it expires: ${safeReason(error)}`,
      );
      return remaining;
    }
  }

  #saveRecord(setting: OAuthSetting, record: TokenRecord, signal?: AbortSignal): Promise<TokenRecord> {
    const key = tokenKey(setting);
    return untilHeld(this.#secrets, key, async (lock) => {
      // The action may have been cancelled while another process held the lock.
      signal?.throwIfAborted();
      const previous = signal && (await this.#cache.stored(setting, key));
      await lock.confirm();
      await this.#cache.write(key, record);
      if (signal?.aborted !== true) return record;
      // The action was cancelled during the write, which cannot be interrupted.
      await (previous === undefined ? this.#cache.remove(key) : this.#cache.write(key, previous));
      throw signal.reason;
    });
  }

  /** The keys of the profile's other tokens; none for an inline setting, which has no profile. */
  async #otherKeys(setting: OAuthSetting): Promise<readonly string[]> {
    if (setting.profile === undefined) return [];
    const keys = await this.#cache.keys();
    return keys.filter((key) => key.startsWith(profileKeyPrefix(setting)) && key !== tokenKey(setting));
  }

  /** Removes the current token. Settles with the result as a sentence, or with undefined if there was no token. */
  async #clearCurrent(
    setting: OAuthSetting,
    revoke: ((record: TokenRecord) => Promise<string>) | undefined,
  ): Promise<string | undefined> {
    const key = tokenKey(setting);
    const lookup = await this.#cache.read(setting, key);
    if (lookup.kind === "none") return undefined;
    const result =
      lookup.kind === "record" && revoke !== undefined
        ? await revoke(lookup.record).then(
            (host) => `The token was removed and revoked at ${host}.`,
            (error: unknown) =>
              `The token was removed here, but the provider did not revoke it: ${safeReason(error)}`,
          )
        : "The token was removed here. It still works until it expires, because no revocationUrl is set to revoke it.";
    await this.#cache.remove(key);
    return result;
  }
}
