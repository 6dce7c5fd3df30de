// What a setting and its record mean to a person. Pure.

import type { AuthStatus } from "@pictor/kernel/plugin";
import { missingFields, unusableFields, type OAuthSetting } from "../setting.js";
import { obstacle } from "./attach.js";
import { freshness } from "./freshness.js";
import { fetchesItself, obstacleToRenewal } from "./needs.js";
import { recordIn, type Kept } from "./shelf.js";
import type { TokenRecord } from "./record.js";

export interface Situation {
  readonly setting: OAuthSetting;
  readonly kept: Kept;
  /** A token of earlier settings of the same profile is in the store. */
  readonly hasEarlier: boolean;
  /** One of another environment of the profile is. */
  readonly hasElsewhere: boolean;
  readonly nowMs: number;
}

function tokenNotes({ setting, kept, hasEarlier, hasElsewhere }: Situation): readonly string[] {
  if (kept.kind === "damaged") return ["What was kept for this setting cannot be read; it is ignored."];
  if (kept.kind === "none") {
    return [
      ...(hasEarlier ? ["There is a token for earlier settings of this profile; it is not used."] : []),
      ...(hasElsewhere ? ["There is a token for another environment of this profile; it is not used."] : []),
      ...(fetchesItself(setting) ? ["The first request gets a token by itself."] : []),
    ];
  }
  const { record } = kept;
  const problem = obstacle(setting, record);
  return [
    ...(problem === undefined ? [] : [`The token is kept and not attached: ${problem}.`]),
    ...(record.refreshFailed === true
      ? ["The provider no longer accepts the refresh token: sign in again before the token expires."]
      : []),
    ...record.notes,
  ];
}

const isRenewable = (setting: OAuthSetting, record: TokenRecord): boolean =>
  obstacleToRenewal(setting, record) === undefined;

/** Missing fields first, unless there is a token (it can be pasted into any state); then whether it can be attached, and its true time. */
export function statusOf(situation: Situation): AuthStatus {
  const { setting, kept, hasEarlier, hasElsewhere, nowMs } = situation;
  const unusable = unusableFields(setting);
  const notes = [...unusable.map(([name, problem]) => `${name} ${problem}.`), ...tokenNotes(situation)];
  const record = recordIn(kept);
  const clear = kept.kind === "none" && !hasEarlier && !hasElsewhere ? [] : ["clear"];
  const fields = [...missingFields(setting), ...unusable.map(([name]) => name)];
  if (fields.length > 0 && record === undefined)
    return { state: "missing", fields, actions: ["paste", ...clear, "discover"], notes };
  if (record === undefined || obstacle(setting, record) !== undefined)
    return {
      state: "signed-out",
      actions: [...(fields.length === 0 ? ["login"] : []), "paste", ...clear, "discover"],
      notes,
    };

  const refreshable = fields.length === 0 && isRenewable(setting, record);
  const login = fields.length === 0 ? ["login"] : [];
  const actions = [...login, ...(refreshable ? ["refresh"] : []), "paste", ...clear, "discover"];
  const expiry = record.expiresAtMs === null ? {} : { expiresAtMs: record.expiresAtMs };
  const state = freshness(record, nowMs) === "expired" ? "expired" : "ready";
  return { state, ...expiry, refreshable, actions, notes };
}
