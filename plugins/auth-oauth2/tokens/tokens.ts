// The tokens of all settings: got from memory, renewed when they are about to end, kept between runs.

import type { AuthStatus, Clock, Logger, Secrets } from "@pictor/kernel/plugin";
import type { TokenAnswer } from "../protocol/types.js";
import type { OAuthSetting } from "../setting.js";
import { obstacle, tokenToAttach } from "./attach.js";
import { createFlights } from "./flights.js";
import { freshness } from "./freshness.js";
import { keyPrefix, tokenKey } from "./key.js";
import { nameOf, obstacleToRenewal, told } from "./needs.js";
import { pastedToken } from "./paste.js";
import { pasted, recordOf, type TokenRecord } from "./record.js";
import { renew, type Provider } from "./renew.js";
import { createShelf, recordIn } from "./shelf.js";
import { statusOf } from "./status.js";

export interface TokensDependencies extends Provider {
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly logger: Logger;
  /** From now on the text is hidden in every log and error. */
  readonly hide: (secret: string) => void;
  /** Ends calls to the provider that are under way; a single caller's cancellation does not. */
  readonly signal: AbortSignal;
}

/** Who waits. Its signal is only looked at when there is something to wait for. */
export interface Caller {
  readonly signal?: AbortSignal | undefined;
}

export interface Tokens {
  /**
   * The record to attach (see `tokenToAttach`): at once, without a promise, while one is held and fresh; otherwise after
   * at most one refresh. A token that cannot be renewed is given until it expires. Throws or rejects with
   * `AUTH_ACTION_NEEDED`, `AUTH_NOT_CONFIGURED`, `OAUTH_TOKEN_UNUSABLE`, or what the provider's calls reject with.
   */
  current(setting: OAuthSetting, caller?: Caller): TokenRecord | Promise<TokenRecord>;
  /**
   * After a 401 with `invalid_token` (RFC 6750 section 3.1): another token than the one that was used, the store's or
   * after one refresh; undefined when there is none to be had. Rejects while the provider is away.
   */
  afterChallenge(
    setting: OAuthSetting,
    usedToken: string,
    signal?: AbortSignal,
  ): Promise<TokenRecord | undefined>;
  /** Another token now, whatever the present one is like. Rejects as `current` does. */
  renewed(setting: OAuthSetting, signal?: AbortSignal): Promise<TokenRecord>;
  /** Keeps the token of a finished flow. */
  store(setting: OAuthSetting, answer: TokenAnswer): Promise<TokenRecord>;
  /** Keeps a token that a person has; an older refresh token goes. Rejects with `OAUTH_TOKEN_UNUSABLE`. */
  paste(setting: OAuthSetting, text: string): Promise<TokenRecord>;
  /** Forgets the token, or those of the profile's earlier settings when there is none. Settles with notes. */
  clear(setting: OAuthSetting, revoke?: (record: TokenRecord) => Promise<void>): Promise<readonly string[]>;
  status(setting: OAuthSetting): Promise<AuthStatus>;
  /** Settles when no refresh is under way any more: an answer that is thrown away may cost the next login. */
  landed(): Promise<void>;
}

export function createTokens(dependencies: TokensDependencies): Tokens {
  const { secrets, clock, logger } = dependencies;
  const shelf = createShelf(dependencies);
  const renewal = { ...dependencies, shelf };
  const flights = createFlights<TokenRecord>();

  const renewLocked = (setting: OAuthSetting, key: string, isUsed: (record: TokenRecord) => boolean) =>
    secrets.exclusively(key, () => renew(renewal, setting, key, isUsed));

  /** The slow way of `current`. */
  const obtain = async (setting: OAuthSetting, key: string): Promise<TokenRecord> => {
    const kept = recordIn(await shelf.read(setting, key));
    const life = kept && freshness(kept, clock.now());
    if (kept !== undefined && (life === "fresh" || life === "unknown")) return kept;
    const isOver = life === undefined || life === "expired";
    const end = obstacleToRenewal(setting, kept);
    if (end !== undefined && isOver) throw end;
    if (kept !== undefined && end !== undefined) {
      shelf.settleFor(key);
      return kept;
    }
    try {
      return await renewLocked(setting, key, ({ accessToken }) => accessToken === kept?.accessToken);
    } catch (error) {
      const left = shelf.settleFor(key);
      if (left === undefined || freshness(left, clock.now()) === "expired") throw error;
      logger.warn(
        `${nameOf(setting)}: the token is used until it expires. It was not renewed: ${told(error)}`,
      );
      return left;
    }
  };

  const save = (setting: OAuthSetting, record: TokenRecord): Promise<TokenRecord> => {
    const key = tokenKey(setting);
    return secrets.exclusively(key, async () => {
      await shelf.write(key, record);
      return record;
    });
  };

  /** Of a setting that has no record itself. */
  const earlierKeys = async (setting: OAuthSetting): Promise<readonly string[]> =>
    setting.profile === undefined
      ? []
      : (await secrets.keys()).filter((key) => key.startsWith(keyPrefix(setting)));

  return {
    current(setting, caller) {
      const key = tokenKey(setting);
      const usable = (record: TokenRecord): TokenRecord => {
        tokenToAttach(setting, record);
        return record;
      };
      const held = shelf.recent(key);
      const life = held && freshness(held.record, clock.now());
      const isGood = life === "fresh" || life === "unknown" || (life === "stale" && held?.isBest === true);
      if (held !== undefined && isGood) return usable(held.record);
      return flights.join(key, () => obtain(setting, key), caller?.signal).then(usable);
    },

    async afterChallenge(setting, usedToken, signal) {
      const key = tokenKey(setting);
      const isUsed = (record: TokenRecord) =>
        obstacle(setting, record) === undefined && tokenToAttach(setting, record) === usedToken;
      const flight = flights.join(`${key} ${usedToken}`, () => renewLocked(setting, key, isUsed), signal);
      const record = await flight.catch((error: unknown) => {
        signal?.throwIfAborted();
        // An outage of the provider, and not the credentials: who called can tell the two apart, and try again.
        if (dependencies.kindOfFailure(error) === "temporary") throw error;
        logger.warn(
          `${nameOf(setting)}: its token was refused. Another one could not be had: ${told(error)}`,
        );
        return undefined;
      });
      return record === undefined || obstacle(setting, record) !== undefined ? undefined : record;
    },

    async renewed(setting, signal) {
      const key = tokenKey(setting);
      const kept = recordIn(await shelf.read(setting, key));
      const isUsed = ({ accessToken }: TokenRecord) => accessToken === kept?.accessToken;
      return flights.join(`${key} renewed`, () => renewLocked(setting, key, isUsed), signal);
    },

    store: (setting, answer) => save(setting, recordOf(setting, answer)),

    async paste(setting, text) {
      const { accessToken, notes } = pastedToken(text);
      return save(setting, pasted(setting, accessToken, clock.now(), notes));
    },

    clear(setting, revoke) {
      const key = tokenKey(setting);
      return secrets.exclusively(key, async () => {
        const kept = await shelf.read(setting, key);
        const notes: string[] = [];
        if (kept.kind === "record")
          await revoke?.(kept.record).catch((error: unknown) => {
            notes.push(`The token is forgotten here; the provider did not revoke it: ${told(error)}`);
          });
        const forgotten = kept.kind === "none" ? await earlierKeys(setting) : [key];
        for (const each of forgotten) await shelf.remove(each);
        return notes;
      });
    },

    async status(setting) {
      const kept = await shelf.read(setting, tokenKey(setting));
      const hasEarlier = kept.kind === "none" && (await earlierKeys(setting)).length > 0;
      return statusOf({ setting, kept, hasEarlier, nowMs: clock.now() });
    },

    landed: () => flights.landed(),
  };
}
