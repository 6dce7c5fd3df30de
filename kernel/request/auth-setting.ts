// From what a caller names (a profile, or an inline setting) to the scheme and the values of its fields.

import type { Configuration } from "../config/configuration.gen.js";
import { configuredSettings, type ConfiguredSource } from "../config/configured.js";
import { fault } from "../errors/catalogue.js";
import { didYouMean } from "../errors/nearest.js";
import type { Contribution } from "../types.js";
import type { AuthSetting, RequestInput } from "./types.js";

export interface AuthSources extends ConfiguredSource {
  readonly profiles: NonNullable<Configuration["profiles"]>;
  schemes(): readonly Contribution<"authSchemes">[];
}

const none: AuthSetting = { type: "none", settings: {} };

function schemeOf(type: string, where: string, sources: AuthSources): Contribution<"authSchemes"> {
  const schemes = sources.schemes();
  const found = schemes.find(({ id }) => id === type);
  if (found !== undefined) return found;
  const known = ["none", ...schemes.map(({ id }) => id)];
  throw fault("AUTH_SCHEME_UNKNOWN", {
    scheme: type,
    where,
    known: known.join(", "),
    suggestion: didYouMean(type, known),
  });
}

async function resolveSetting(
  type: string,
  values: unknown,
  where: string,
  origin: "file" | "code",
  sources: AuthSources,
): Promise<AuthSetting> {
  if (type === "none") return none;
  const scheme = schemeOf(type, where, sources);
  return { type, settings: await configuredSettings(scheme.settings, values, where, origin, sources) };
}

async function resolveProfile(name: string, sources: AuthSources): Promise<AuthSetting> {
  const profile = Object.hasOwn(sources.profiles, name) ? sources.profiles[name] : undefined;
  if (profile === undefined) {
    const suggestion = didYouMean(name, Object.keys(sources.profiles));
    throw fault("AUTH_PROFILE_UNKNOWN", { profile: name, where: "a request or a backend", suggestion });
  }
  const where = `profiles/${name}/schemes/${profile.type}`;
  const values = profile.schemes[profile.type] ?? {};
  return resolveSetting(profile.type, values, where, "file", sources);
}

/** Resolves what a request names. Throws `AUTH_...`, `CONFIG_REFERENCE_UNRESOLVED` or `SETTINGS_INVALID`. */
export async function resolveAuth(auth: RequestInput["auth"], sources: AuthSources): Promise<AuthSetting> {
  if (auth === undefined) return none;
  if (typeof auth === "string") return resolveProfile(auth, sources);
  const { type, ...fields } = auth;
  return resolveSetting(type, fields, `the auth setting of type ${type}`, "code", sources);
}
