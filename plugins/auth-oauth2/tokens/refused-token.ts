// A token that a server has refused and that cannot be replaced: the mark in its record, and the report to the user.

import { PictorError, type Problem, type Secrets } from "@pictor/kernel/plugin";
import type { OAuthSetting } from "../setting.js";
import { describeSetting, safeReason, tokenAction } from "./renewability.js";
import type { TokenCache } from "./token-cache.js";
import { tokenKey } from "./token-key.js";
import type { TokenRecord } from "./token-record.js";
import { untilHeld } from "./until-held.js";

interface Store {
  readonly secrets: Secrets;
  readonly cache: TokenCache;
}

/** Called if there is no other token, with the reason. */
export type OnRefused = (error: unknown, store: Store) => Promise<void>;

/** Marks the record of the token, unless it was replaced meanwhile or is marked already. A failure changes nothing. */
async function markRefused(
  { secrets, cache }: Store,
  setting: OAuthSetting,
  token: string,
  origin: string,
): Promise<void> {
  const key = tokenKey(setting);
  const isMarkable = (record: TokenRecord | undefined) =>
    record !== undefined &&
    record.refusedBy !== origin &&
    (record.accessToken === token || record.idToken === token);
  if (!isMarkable(await cache.stored(setting, key))) return;
  await untilHeld(secrets, key, async (lock) => {
    const record = await cache.stored(setting, key);
    if (record === undefined || !isMarkable(record)) return;
    await lock.confirm();
    await cache.write(key, { ...record, refusedBy: origin });
  }).catch(() => undefined);
}

/** The command with which the user replaces a token. */
function remedyFor(setting: OAuthSetting): string {
  if (setting.profile === undefined) return "Save the setting as a profile, and sign in.";
  return `Run \`pictor auth ${tokenAction(setting)} ${setting.profile}\`.`;
}

/** What to report about a token that a server refused with status 401; `error` says why there is no other token. */
function refusedTokenProblem(setting: OAuthSetting, origin: string, error: unknown): Problem {
  const isAction = error instanceof PictorError && error.code === "AUTH_ACTION_NEEDED";
  const reason = isAction ? String(error.details["reason"]) : safeReason(error).replace(/\.$/, "");
  const name = describeSetting(setting).replace(/^The/, "the");
  return {
    code: error instanceof PictorError ? error.code : "AUTH_REFUSED",
    message: `${origin} refused the token of ${name} (status 401): ${reason}.`,
    hint: isAction || !(error instanceof PictorError) ? remedyFor(setting) : error.hint,
  };
}

/** Marks the token that the server at `origin` refused with status 401, and reports it. */
export const refusedAt =
  (setting: OAuthSetting, token: string, origin: string, report: (problem: Problem) => void): OnRefused =>
  async (error, store) => {
    await markRefused(store, setting, token, origin);
    report(refusedTokenProblem(setting, origin, error));
  };
