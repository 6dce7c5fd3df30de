// The tokens of all settings: got from memory, renewed when they are about to end, kept between runs.

import type { AuthStatus, Clock, Logger, Secrets } from "@pictor/kernel/plugin";
import type { TokenAnswer } from "../protocol/types.js";
import type { OAuthSetting } from "../setting.js";
import { obstacle, tokenToAttach } from "./attach.js";
import { createFlights } from "./flights.js";
import { freshness } from "./freshness.js";
import { keyPrefix, ownerPrefix, tokenKey } from "./key.js";
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
  /** Keeps the token of a finished flow. Rejects with the signal's reason; then nothing was kept. */
  store(setting: OAuthSetting, answer: TokenAnswer, signal?: AbortSignal): Promise<TokenRecord>;
  /** Keeps a token that a person has; an older refresh token goes. Rejects as `store`, or with `OAUTH_TOKEN_UNUSABLE`. */
  paste(setting: OAuthSetting, text: string, signal?: AbortSignal): Promise<TokenRecord>;
  /**
   * Forgets every token of the profile: the present one, which `revoke` is asked for first (it settles with the host that
   * did it), those of earlier settings, and those of other environments. Settles with what happened, as sentences.
   */
  clear(setting: OAuthSetting, revoke?: (record: TokenRecord) => Promise<string>): Promise<readonly string[]>;
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

  const save = (setting: OAuthSetting, record: TokenRecord, signal?: AbortSignal): Promise<TokenRecord> => {
    const key = tokenKey(setting);
    return secrets.exclusively(key, async () => {
      // Cancelled while another process had the lock: an older token stays.
      signal?.throwIfAborted();
      const earlier = signal && recordIn(await shelf.read(setting, key));
      await shelf.write(key, record);
      if (signal?.aborted !== true) return record;
      // The store had to wait, and nobody can tell it to stop.
      await (earlier === undefined ? shelf.remove(key) : shelf.write(key, earlier));
      throw signal.reason;
    });
  };

  /** The other tokens of the profile. Inline settings have nothing in common. */
  const otherKeys = async (setting: OAuthSetting): Promise<readonly string[]> =>
    setting.profile === undefined
      ? []
      : (await shelf.keys()).filter(
          (key) => key.startsWith(ownerPrefix(setting)) && key !== tokenKey(setting),
        );

  /** Undefined when there was none. */
  const forgetPresent = async (
    setting: OAuthSetting,
    revoke: ((record: TokenRecord) => Promise<string>) | undefined,
  ): Promise<string | undefined> => {
    const key = tokenKey(setting);
    const kept = await shelf.read(setting, key);
    if (kept.kind === "none") return undefined;
    const ending =
      kept.kind === "record" && revoke !== undefined
        ? await revoke(kept.record).then(
            (host) => `The token is forgotten, and revoked at ${host}.`,
            (error: unknown) => `The token is forgotten here; the provider did not revoke it: ${told(error)}`,
          )
        : "The token is forgotten.";
    await shelf.remove(key);
    return ending;
  };

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

    store: (setting, answer, signal) => save(setting, recordOf(setting, answer), signal),

    async paste(setting, text, signal) {
      const { accessToken, notes } = pastedToken(text);
      return save(setting, pasted(setting, accessToken, clock.now(), notes), signal);
    },

    async clear(setting, revoke) {
      const present = await secrets.exclusively(tokenKey(setting), () => forgetPresent(setting, revoke));
      const others = await otherKeys(setting);
      // One after the other: whoever held two locks could wait for somebody who waits for him.
      for (const key of others) await secrets.exclusively(key, () => shelf.remove(key));
      const notes = present === undefined ? [] : [present];
      if (others.length > 0)
        notes.push(
          `Forgotten here, and not revoked: ${others.length} of earlier settings or other environments of this profile.`,
        );
      return notes.length === 0 ? ["There was no token."] : notes;
    },

    async status(setting) {
      const kept = await shelf.read(setting, tokenKey(setting));
      const others = kept.kind === "none" ? await otherKeys(setting) : [];
      const isHere = (key: string) => key.startsWith(keyPrefix(setting));
      return statusOf({
        setting,
        kept,
        hasEarlier: others.some(isHere),
        hasElsewhere: !others.every(isHere),
        nowMs: clock.now(),
      });
    },

    landed: () => flights.landed(),
  };
}
