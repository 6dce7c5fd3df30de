// The state of a profile as text, and the commands that can be run next. Pure.

import type { AuthActionView, AuthStatus, Field, ProfileView } from "@pictor/kernel";
import { findField } from "../../input/settings.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";
import { localAndRelativeTime } from "../../text/time-text.js";
import type { SchemeFields } from "@pictor/features/profiles";

/** True for a complete profile that cannot be used, such as one with an unreadable value. Its notes say why. */
export const isUnusable = (status: AuthStatus): boolean =>
  status.state === "missing" && status.fields.length === 0;

/** The state as text, such as `ready`, `signed out`, `expired, sign in again`, `missing: clientId` or `unusable`. */
export function stateText(status: AuthStatus): string {
  switch (status.state) {
    case "ready":
      return "ready";
    case "expired":
      if (status.refreshable) return "expired, can be refreshed";
      return `${status.refused === true ? "refused by a server" : "expired"}${status.actions?.includes("login") === true ? ", sign in again" : ""}`;
    case "signed-out":
      return "signed out";
    case "pending": {
      if (status.userCode === undefined) return "waiting for the sign-in";
      const place = status.verificationUri === undefined ? "" : ` at ${oneLine(status.verificationUri)}`;
      return `waiting for the code ${oneLine(status.userCode)}${place}`;
    }
    case "missing":
      return isUnusable(status) ? "unusable" : `missing: ${status.fields.map(oneLine).join(", ")}`;
  }
}

/** The time of expiry, even if the token is refreshed earlier; empty if the time is unknown. */
export function expiryText(status: AuthStatus, nowMs: number): string {
  if (status.state === "signed-out" || status.state === "missing" || status.expiresAtMs === undefined)
    return "";
  if (status.state === "expired" && status.refused === true) return "";
  return localAndRelativeTime(status.expiresAtMs, nowMs);
}

/** Actions with a separate command, and its further arguments. All other actions use `auth run`. */
const ownCommands: ReadonlyMap<string, string> = new Map([
  ["login", ""],
  ["refresh", ""],
  ["paste", ""],
  ["clear", ""],
  ["discover", " URL"],
]);

/** The command that runs an action. */
export function actionCommand(profile: string, { id, input }: AuthActionView): string {
  const name = shellWord(profile);
  const more = ownCommands.get(id);
  if (more !== undefined) return `pictor auth ${id} ${name}${more}`;
  const text = input === undefined || input.secret ? "" : " --input TEXT";
  return `pictor auth run ${name} ${shellWord(id)}${text}`;
}

const declaredAt = ({ settings }: SchemeFields, path: string): Field | undefined =>
  findField(settings, path.split("."));

/** The command that sets the missing fields, for the first scheme of the profile that declares one of them. */
export function fillCommand(
  { name, type, profile }: Pick<ProfileView, "name" | "type" | "profile">,
  fields: readonly string[],
  schemes: readonly SchemeFields[],
): string {
  const known = [type, ...Object.keys(profile.schemes)].flatMap(
    (id) => schemes.find((scheme) => scheme.id === id) ?? [],
  );
  const has = (scheme: SchemeFields): boolean =>
    fields.some((field) => declaredAt(scheme, field) !== undefined);
  const scheme = known.find(has);
  const options = fields.map((field) => {
    const declared = scheme && declaredAt(scheme, field);
    const isSecret = declared?.type === "string" && declared["x-secret"] === true;
    return isSecret ? `--secret ${shellWord(field)}` : `--set ${shellWord(field)}=...`;
  });
  const other = scheme === undefined || scheme.id === type ? [] : ["--scheme", shellWord(scheme.id)];
  return ["pictor auth set", shellWord(name), ...other, ...options].join(" ");
}
