// What the error of an auth scheme's handler says beside its own words: which profile has the setting, and where the value
// of the field comes from. A handler knows neither.

import {
  asString,
  changedError,
  PictorError,
  recordOrEmpty,
  referenceOf,
  variableNames,
  type AuthSetting,
  type Reference,
} from "@pictor/kernel";
import type { AuthSources } from "./auth-setting.js";

const codes: ReadonlySet<string> = new Set(["AUTH_NOT_CONFIGURED", "AUTH_SETTING_INVALID"]);

const sources: Readonly<Record<Reference["kind"], string>> = {
  $env: "the environment variable",
  $file: "the file",
  $secret: "the secret",
  $token: "the token of the profile",
};

/** The fields that the error names: `fields`, or `bearer.token` in `where`. */
const fieldsOf = ({ details: { fields, where } }: PictorError, { type }: AuthSetting): readonly string[] => {
  const place = asString(where) ?? "";
  return (
    asString(fields)?.split(", ") ?? (place.startsWith(`${type}.`) ? [place.slice(type.length + 1)] : [])
  );
};

/** The places from which a configured value is read; none for one that stands in the file itself. */
function placesOf(configured: unknown, environment: string | undefined): readonly string[] {
  const reference = referenceOf(configured);
  if (reference !== undefined) return [`${sources[reference.kind]} ${reference.target}`];
  const variables = variableNames(configured).map((name) => `{{${name}}}`);
  return variables.map((name) => `${name} of the environment ${environment ?? "(none is active)"}`);
}

function originOf(field: string, auth: AuthSetting, configured: unknown): string {
  const places = placesOf(configured, auth.environment);
  if (places.length === 0) return "";
  const isBlank = (asString(auth.settings[field]) ?? "x").trim() === "";
  return ` The value of ${field} comes from ${places.join(" and ")}${isBlank ? ", which is empty" : ""}.`;
}

/** The error to pass on for one that a scheme's handler has thrown. */
export function schemeFailure(
  thrown: unknown,
  auth: AuthSetting,
  { profiles }: Pick<AuthSources, "profiles">,
): unknown {
  if (!(thrown instanceof PictorError) || !codes.has(thrown.base)) return thrown;
  const { profile, type } = auth;
  const owner = profile === undefined ? "the auth setting of the request" : `the profile ${profile}`;
  const isNamed = profile !== undefined && thrown.what.includes(`profile ${profile}`);
  const fields = recordOrEmpty(profile === undefined ? undefined : profiles.get(profile)?.schemes[type]);
  const origins = fieldsOf(thrown, auth).map((field) => originOf(field, auth, fields[field]));
  return changedError(thrown, {
    what: isNamed ? thrown.what : `In ${owner}: ${thrown.what}`,
    hint: `${thrown.hint}${origins.join("")}`,
    details: profile === undefined ? {} : { profile },
  });
}
