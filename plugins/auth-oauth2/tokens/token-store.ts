// The tokens of all settings: cached in memory, renewed before they expire, stored between runs.

import { createSingleFlight, type AuthStatus, type Clock } from "@pictor/kernel/plugin";
import type { Logger, Secrets } from "@pictor/kernel/plugin";
import { kindOfFailure } from "../protocol/provider-errors.js";
import type { TokenResponse } from "../protocol/token-request.js";
import type { OAuthSetting } from "../setting.js";
import { attachableToken, attachmentProblem } from "./attachable-token.js";
import { freshness } from "./freshness.js";
import { parsePastedToken } from "./pasted-token.js";
import { describeSetting, needsNoUser, renewalFault, safeReason } from "./renewability.js";
import type { OnRefused } from "./refused-token.js";
import { renewToken, type Renewal, type RenewalGrants } from "./renew-token.js";
import { createTokenCache, recordIn } from "./token-cache.js";
import { environmentKeyPrefix, profileKeyPrefix, tokenKey } from "./token-key.js";
import { hasOtherSecrets, recordOf, recordOfPasted, type TokenRecord } from "./token-record.js";
import { statusOf } from "./token-status.js";
import { untilHeld } from "./until-held.js";

export interface TokenStoreDependencies extends RenewalGrants {
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Registers a secret for redaction in all logs and errors. */
  readonly hide: (secret: string) => void;
  /** Aborts renewals in progress. The signal of a single caller does not, because others may wait for the same renewal. */
  readonly signal: AbortSignal;
}

/** The caller of a token request. Its signal is read only if there is something to wait for. */
export interface Caller {
  readonly signal?: AbortSignal | undefined;
}

export interface TokenStore {
  /**
   * The record to attach (see `attachableToken`): synchronously while a fresh one is cached, otherwise after at most one
   * renewal. A token that cannot be renewed is used until it expires. Throws or rejects with `AUTH_ACTION_NEEDED`,
   * `AUTH_NOT_CONFIGURED`, `OAUTH_TOKEN_UNUSABLE`, or as the token requests do.
   */
  current(setting: OAuthSetting, caller?: Caller): TokenRecord | Promise<TokenRecord>;
  /**
   * After status 401: a record with another token than the rejected one, from the store or after one renewal; undefined if
   * there is none, for which `refused` is called. Rejects while the provider is unavailable.
   */
  replaceRejected(
    setting: OAuthSetting,
    rejectedToken: string,
    signal?: AbortSignal,
    refused?: OnRefused,
  ): Promise<TokenRecord | undefined>;
  /** Renews the token even if it is fresh. Rejects as `current` does. */
  renew(setting: OAuthSetting, signal?: AbortSignal): Promise<TokenRecord>;
  /** Stores the token of a completed sign-in. If it rejects with the signal's reason, nothing was stored. */
  save(setting: OAuthSetting, response: TokenResponse, signal?: AbortSignal): Promise<TokenRecord>;
  /** Stores a token that the user pasted, without a refresh token. Rejects as `save` does, or with `OAUTH_TOKEN_UNUSABLE`. */
  savePasted(setting: OAuthSetting, text: string, signal?: AbortSignal): Promise<TokenRecord>;
  /**
   * Removes every token of the profile: the current one, those of earlier settings and those of other environments. The
   * current one is first revoked with `revoke`, which settles with the provider's host. Settles with the result in
   * sentences.
   */
  clear(setting: OAuthSetting, revoke?: (record: TokenRecord) => Promise<string>): Promise<readonly string[]>;
  status(setting: OAuthSetting): Promise<AuthStatus>;
  /** The stored record, however old it is. */
  stored(setting: OAuthSetting): Promise<TokenRecord | undefined>;
  /** Settles when no renewal is in progress: a lost response to a refresh could end the sign-in. */
  whenIdle(): Promise<void>;
}

/** Whether a token that can be renewed without the user was obtained with another secret than the present one. */
const isOutdated = (setting: OAuthSetting, record: TokenRecord | undefined): boolean =>
  record !== undefined && needsNoUser(setting) && hasOtherSecrets(record, setting);

export function createTokenStore(dependencies: TokenStoreDependencies): TokenStore {
  const { secrets, clock, logger } = dependencies;
  const cache = createTokenCache(dependencies);
  const singleFlight = createSingleFlight<TokenRecord>();
  const inProgress = new Set<Promise<TokenRecord>>();

  /** Joins the renewal that is in progress for the key, or starts one. It continues when the caller's signal is aborted. */
  const renewOnce = async (key: string, start: () => Promise<TokenRecord>, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    const renewal = () => {
      const work = start().finally(() => inProgress.delete(work));
      inProgress.add(work);
      return work;
    };
    return singleFlight(key, renewal, signal);
  };

  /** Replaces the access or ID token `replaced`, once for all callers with that token. The lock excludes other processes. */
  const replace = (setting: OAuthSetting, replaced: string | undefined, signal?: AbortSignal) => {
    const key = tokenKey(setting);
    const isReplaced = ({ accessToken, idToken }: TokenRecord): boolean =>
      replaced !== undefined && (replaced === accessToken || replaced === idToken);
    const start = () => {
      const renewal: Renewal = {};
      const own = { ...dependencies, cache };
      return untilHeld(secrets, key, (lock) => renewToken(own, setting, key, isReplaced, lock, renewal));
    };
    return renewOnce(`${key} ${replaced ?? ""}`, start, signal);
  };

  /** Does the work of `current` if no fresh token is cached. */
  const currentFromStore = async (setting: OAuthSetting, key: string): Promise<TokenRecord> => {
    const stored = recordIn(await cache.read(setting, key));
    // If no user is needed, a changed secret is verified at once: a token that was obtained with the earlier secret
    // does not show that the new one works.
    if (isOutdated(setting, stored)) return replace(setting, stored?.accessToken);
    const state = stored && freshness(stored, clock.now());
    if (stored !== undefined && (state === "fresh" || state === "unknown")) return stored;
    const obstacle = renewalFault(setting, stored);
    if (obstacle !== undefined) {
      if (stored === undefined || state === "expired") throw obstacle;
      cache.useAsLastResort(key);
      return stored;
    }
    try {
      return await replace(setting, stored?.accessToken);
    } catch (error) {
      const remaining = cache.useAsLastResort(key);
      if (remaining === undefined || freshness(remaining, clock.now()) === "expired") throw error;
      logger.warn(
        `${describeSetting(setting)}: its token could not be renewed and is used until it expires: ${safeReason(error)}`,
      );
      return remaining;
    }
  };

  const saveRecord = (
    setting: OAuthSetting,
    record: TokenRecord,
    signal?: AbortSignal,
  ): Promise<TokenRecord> => {
    const key = tokenKey(setting);
    return untilHeld(secrets, key, async (lock) => {
      // The action may have been cancelled while another process held the lock.
      signal?.throwIfAborted();
      const previous = signal && recordIn(await cache.read(setting, key));
      await lock.confirm();
      await cache.write(key, record);
      if (signal?.aborted !== true) return record;
      // The action was cancelled during the write, which cannot be interrupted.
      await (previous === undefined ? cache.remove(key) : cache.write(key, previous));
      throw signal.reason;
    });
  };

  /** The keys of the profile's other tokens; none for an inline setting, which has no profile. */
  const otherKeys = async (setting: OAuthSetting): Promise<readonly string[]> =>
    setting.profile === undefined
      ? []
      : (await cache.keys()).filter(
          (key) => key.startsWith(profileKeyPrefix(setting)) && key !== tokenKey(setting),
        );

  /** Removes the current token. Settles with the result as a sentence, or with undefined if there was no token. */
  const clearCurrent = async (
    setting: OAuthSetting,
    revoke: ((record: TokenRecord) => Promise<string>) | undefined,
  ): Promise<string | undefined> => {
    const key = tokenKey(setting);
    const lookup = await cache.read(setting, key);
    if (lookup.kind === "none") return undefined;
    const result =
      lookup.kind === "record" && revoke !== undefined
        ? await revoke(lookup.record).then(
            (host) => `The token was removed and revoked at ${host}.`,
            (error: unknown) =>
              `The token was removed here, but the provider did not revoke it: ${safeReason(error)}`,
          )
        : "The token was removed here. It still works until it expires, because no revocationUrl is set to revoke it.";
    await cache.remove(key);
    return result;
  };

  return {
    current(setting, caller) {
      const key = tokenKey(setting);
      const attachable = (record: TokenRecord): TokenRecord => {
        attachableToken(setting, record);
        return record;
      };
      const cached = cache.recent(key);
      const state = cached && freshness(cached.record, clock.now());
      const isUsable =
        !isOutdated(setting, cached?.record) &&
        (state === "fresh" || state === "unknown" || (state === "stale" && cached?.isLastResort === true));
      if (cached !== undefined && isUsable) return attachable(cached.record);
      return renewOnce(key, () => currentFromStore(setting, key), caller?.signal).then(attachable);
    },

    async replaceRejected(setting, rejectedToken, signal, refused) {
      try {
        const record = await replace(setting, rejectedToken, signal);
        return attachmentProblem(setting, record) === undefined ? record : undefined;
      } catch (error) {
        signal?.throwIfAborted();
        if (kindOfFailure(error) === "temporary") throw error;
        await refused?.(error, { secrets, cache });
        return undefined;
      }
    },

    async renew(setting, signal) {
      const stored = recordIn(await cache.read(setting, tokenKey(setting)));
      return replace(setting, stored?.accessToken, signal);
    },

    save: (setting, response, signal) => saveRecord(setting, recordOf(setting, response), signal),

    async savePasted(setting, text, signal) {
      const { accessToken, notes } = parsePastedToken(text);
      return saveRecord(setting, recordOfPasted(setting, accessToken, clock.now(), notes), signal);
    },

    async clear(setting, revoke) {
      const result = await secrets.exclusively(tokenKey(setting), () => clearCurrent(setting, revoke));
      const others = await otherKeys(setting);
      // One lock at a time, because two processes that wait for each other's lock would deadlock.
      for (const key of others) await secrets.exclusively(key, () => cache.remove(key));
      const notes = result === undefined ? [] : [result];
      if (others.length > 0)
        notes.push(
          `Tokens of earlier settings or other environments of this profile that were removed, but not revoked: ${others.length}.`,
        );
      return notes.length === 0 ? ["There was no token."] : notes;
    },

    async status(setting) {
      const lookup = await cache.read(setting, tokenKey(setting));
      const others = lookup.kind === "none" ? await otherKeys(setting) : [];
      const isInThisEnvironment = (key: string) => key.startsWith(environmentKeyPrefix(setting));
      return statusOf({
        setting,
        lookup,
        hasEarlier: others.some(isInThisEnvironment),
        hasInOtherEnvironment: !others.every(isInThisEnvironment),
        nowMs: clock.now(),
      });
    },

    stored: async (setting) => recordIn(await cache.read(setting, tokenKey(setting))),

    async whenIdle() {
      await Promise.allSettled(inProgress);
    },
  };
}
