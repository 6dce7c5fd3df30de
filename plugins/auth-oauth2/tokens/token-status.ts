// The status of a setting and its token, as the user sees it.

import type { AuthStatus } from "@pictor/kernel/plugin";
import { invalidEndpoints, missingFields, type OAuthSetting } from "../setting.js";
import { attachmentProblem, typeNote } from "./attachable-token.js";
import { freshness } from "./freshness.js";
import { needsNoUser, refusalIn, renewalFault } from "./renewability.js";
import type { TokenLookup } from "./token-cache.js";
import { hasOtherSecrets, type TokenRecord } from "./token-record.js";

export interface StatusInput {
  readonly setting: OAuthSetting;
  readonly lookup: TokenLookup;
  /** The store has a token for earlier settings of the same profile. */
  readonly hasEarlier: boolean;
  /** The store has a token for another environment of the same profile. */
  readonly hasInOtherEnvironment: boolean;
  readonly nowMs: number;
}

/** Sentences about a token for the user, starting with the reason why it is not attached to requests. */
export function notesOf(setting: OAuthSetting, record: TokenRecord): readonly string[] {
  const problem = attachmentProblem(setting, record);
  const type = typeNote(setting, record);
  return [
    ...(type === undefined ? [] : [type]),
    ...(problem === undefined ? [] : [`The token is stored but not attached to requests: ${problem}.`]),
    ...(hasOtherSecrets(record, setting)
      ? [
          needsNoUser(setting)
            ? "A secret of the profile was changed after this token was obtained: the next request gets another token."
            : "A secret of the profile was changed after this token was obtained, and is used for the next renewal.",
        ]
      : []),
    ...(record.refusedBy === undefined
      ? []
      : [`${record.refusedBy} refused the token (status 401), so sign in again to get another one.`]),
    ...(record.refreshFailed === true
      ? [
          `The provider no longer accepts the refresh token${refusalIn(record)}, so sign in again to get another token.`,
        ]
      : []),
    ...record.notes,
  ];
}

function tokenNotes(input: StatusInput): readonly string[] {
  const { setting, lookup, hasEarlier, hasInOtherEnvironment } = input;
  if (lookup.kind === "damaged") return ["The stored token of this profile cannot be read and is ignored."];
  if (lookup.kind === "record") return notesOf(setting, lookup.record);
  return [
    ...(hasEarlier ? ["There is a token for earlier settings of this profile; it is not used."] : []),
    ...(hasInOtherEnvironment
      ? ["There is a token for another environment of this profile; it is not used."]
      : []),
    ...(needsNoUser(setting) ? ["The first request gets a token automatically."] : []),
  ];
}

/** A pasted token makes a setting ready even if fields are missing. */
export function statusOf(input: StatusInput): AuthStatus {
  const { setting, lookup, hasEarlier, hasInOtherEnvironment, nowMs } = input;
  const invalid = invalidEndpoints(setting);
  const notes = [...invalid.map(([name, problem]) => `${name} ${problem}.`), ...tokenNotes(input)];
  const record = lookup.kind === "record" ? lookup.record : undefined;
  const clear = lookup.kind === "none" && !hasEarlier && !hasInOtherEnvironment ? [] : ["clear"];
  const missing = missingFields(setting);
  const isComplete = missing.length + invalid.length === 0;
  const login = isComplete ? ["login"] : [];
  // A field with a value that cannot be used is not missing; its note names the problem.
  if (record === undefined && !isComplete)
    return { state: "missing", fields: missing, actions: ["paste", ...clear, "discover"], notes };
  const isOutdated = record !== undefined && needsNoUser(setting) && hasOtherSecrets(record, setting);
  if (record === undefined || isOutdated || attachmentProblem(setting, record) !== undefined)
    return { state: "signed-out", actions: [...login, "paste", ...clear, "discover"], notes };

  const refreshable = isComplete && renewalFault(setting, record) === undefined;
  const actions = [...login, ...(refreshable ? ["refresh"] : []), "paste", ...clear, "discover"];
  const expiry = record.expiresAtMs === null ? {} : { expiresAtMs: record.expiresAtMs };
  if (record.refusedBy !== undefined && !refreshable)
    return { state: "expired", ...expiry, refused: true, refreshable, actions, notes };
  const state = freshness(record, nowMs) === "expired" ? "expired" : "ready";
  return { state, ...expiry, refreshable, actions, notes };
}
