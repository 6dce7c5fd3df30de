// Getting another token in place of one: refresh, or fetch where the grant needs nobody. Runs under the record's lock.

import type { Logger } from "@pictor/kernel/plugin";
import type { TokenAnswer } from "../protocol/types.js";
import type { OAuthSetting } from "../setting.js";
import { nameOf, obstacleToRenewal, refreshTokenOf, told } from "./needs.js";
import { recordOf, refreshed, type TokenRecord } from "./record.js";
import { recordIn, type Shelf } from "./shelf.js";

/** The calls to the provider. */
export interface Provider {
  /** RFC 6749 section 6. */
  refresh(setting: OAuthSetting, refreshToken: string, signal: AbortSignal): Promise<TokenAnswer>;
  /** Client credentials, or password (RFC 6749 sections 4.4 and 4.3). */
  fetch(setting: OAuthSetting, signal: AbortSignal): Promise<TokenAnswer>;
  kindOfFailure(error: unknown): "invalid-grant" | "temporary" | "other";
}

export interface Renewal extends Provider {
  readonly shelf: Shelf;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * `isUsed` tells the record that is to be replaced: a record that is not it was brought by somebody else, and is taken.
 * Rejects with what the provider's calls reject with, `AUTH_ACTION_NEEDED` or `AUTH_NOT_CONFIGURED`. In every failing
 * case the record stays; one whose refresh token was refused is marked.
 */
export async function renew(
  { shelf, logger, signal, refresh, fetch, kindOfFailure }: Renewal,
  setting: OAuthSetting,
  key: string,
  isUsed: (record: TokenRecord) => boolean,
): Promise<TokenRecord> {
  const keep = async (record: TokenRecord): Promise<TokenRecord> => {
    // The provider may have ended the older tokens already: what came is used, even when it cannot be saved.
    await shelf.write(key, record).catch((error: unknown) => {
      logger.error(`${nameOf(setting)}: the new token is only in memory: ${told(error)}`);
    });
    return record;
  };
  const read = async () => recordIn(await shelf.read(setting, key));

  const kept = await read();
  if (kept !== undefined && !isUsed(kept)) return kept;
  const obstacle = obstacleToRenewal(setting, kept);
  if (obstacle !== undefined) throw obstacle;

  const refreshToken = refreshTokenOf(kept);
  if (kept !== undefined && refreshToken !== undefined) {
    try {
      return await keep(refreshed(setting, kept, await refresh(setting, refreshToken, signal)));
    } catch (error) {
      if (kindOfFailure(error) !== "invalid-grant") throw error;
    }
    // Refused: somebody else may have used it first, without our lock.
    const now = await read();
    if (now !== undefined && (now.accessToken !== kept.accessToken || now.refreshToken !== refreshToken))
      return now;
    const refused = now && (await keep({ ...now, refreshFailed: true }));
    const end = obstacleToRenewal(setting, refused);
    if (end !== undefined) throw end;
  }
  return keep(recordOf(setting, await fetch(setting, signal)));
}
