// Resolves the auth setting of a request, from the name of a profile or from an inline setting.

import {
  resolveSettings,
  withoutRequired,
  missingFields,
  fault,
  didYouMean,
  hasVariable,
  knownNames,
  withoutUndefined,
  type Profile,
  type SettingsSource,
  type PictorError,
  type Settings,
  type SettingsSchema,
  type Contribution,
  type AuthSetting,
  type RequestInput,
  type ValuesOrigin,
} from "@pictor/kernel";

export type Scheme = Contribution<"authSchemes">;
/** A setting that is not saved: `{ type, ...fields }`. */
export type InlineAuth = Exclude<RequestInput["auth"], string | undefined>;

export interface AuthSources extends SettingsSource {
  /** Name of the active environment. */
  readonly environment: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
  /** The uppermost configuration file that contains the profile. */
  fileOf(profile: string): string | undefined;
  scheme(id: string): Scheme | undefined;
  schemes(): readonly Scheme[];
  /** Names of the configured backends that use a profile. */
  backendsWith(profile: string): readonly string[];
}

const none: AuthSetting = Object.freeze({ type: "none", settings: Object.freeze({}) });

/** Creates `AUTH_PROFILE_UNKNOWN`; `where` names what uses the profile. */
export function unknownProfile(
  name: string,
  where: string,
  { profiles, schemes }: Pick<AuthSources, "profiles" | "schemes">,
): PictorError {
  const known = schemes().map(({ id }) => id);
  const suggestion = didYouMean(name, profiles.keys());
  return fault("AUTH_PROFILE_UNKNOWN", { profile: name, where, schemes: known.join(", "), suggestion });
}

/** Returns the profile with a name. Throws `AUTH_PROFILE_UNKNOWN`, which names the first backend that uses the profile. */
export function findProfile(name: string, sources: AuthSources): Profile {
  const profile = sources.profiles.get(name);
  if (profile !== undefined) return profile;
  const [backend] = sources.backendsWith(name);
  throw unknownProfile(name, backend === undefined ? "a request" : `backends/${backend}`, sources);
}

/** Returns the scheme with an id. Throws `AUTH_SCHEME_UNKNOWN`. */
export function findScheme(type: string, where: string, sources: AuthSources): Scheme {
  const found = sources.scheme(type);
  if (found !== undefined) return found;
  const known = ["none", ...sources.schemes().map(({ id }) => id)];
  throw fault("AUTH_SCHEME_UNKNOWN", { scheme: type, where, ...knownNames(type, known) });
}

/** The path of a scheme's fields in the configuration. */
export const schemePath = (profile: string, scheme: string): string =>
  `profiles/${profile}/schemes/${scheme}`;

const noFields = Object.freeze({});

const originCache = new WeakMap<readonly string[], readonly string[]>();

/** Converts origins to the form of `URL.origin`: lower case, no default port, no trailing slash. */
function normalizedOrigins(origins: readonly string[] | undefined): readonly string[] | undefined {
  if (origins === undefined) return undefined;
  const known =
    originCache.get(origins) ??
    origins.map((origin) => (URL.canParse(origin) ? new URL(origin).origin : origin));
  originCache.set(origins, known);
  return known;
}

/**
 * The auth setting of each object of values: unchanged values return the same setting, which schemes use as a cache
 * key.
 */
const settingCache = new WeakMap<object, AuthSetting>();

/**
 * Resolves the setting of one scheme of a profile. Required fields may be missing. Throws `CONFIG_...`, `VARIABLE_UNKNOWN`
 * or `SETTINGS_INVALID`.
 */
export function authSettingOf(
  name: string,
  type: string,
  sources: AuthSources,
): AuthSetting | Promise<AuthSetting> {
  const { schemes } = findProfile(name, sources);
  const where = schemePath(name, type);
  const schema = withoutRequired(findScheme(type, where, sources).settings);
  const fields = schemes[type] ?? noFields;
  // Another environment can be chosen while references are read.
  const environment = environmentOf(fields, sources);
  const settings = resolveSettings(schema, fields, where, "file", sources);
  return settings instanceof Promise
    ? settings.then((ready) => cachedSetting(ready, { name, type, environment }, sources))
    : cachedSetting(settings, { name, type, environment }, sources);
}

const variableCache = new WeakMap<object, boolean>();

/** The environment on which the fields of a scheme depend: without a variable in them, none. */
function environmentOf(fields: object, sources: AuthSources): string | undefined {
  let isDependent = variableCache.get(fields);
  if (isDependent === undefined) variableCache.set(fields, (isDependent = hasVariable(fields)));
  return isDependent ? sources.environment : undefined;
}

/** What a setting is besides its fields: whose it is, and which origins may receive it. */
const ownerOf = (name: string, environment: string | undefined, sources: AuthSources) => {
  const origins = normalizedOrigins(findProfile(name, sources).origins);
  return withoutUndefined({ profile: name, origins, file: sources.fileOf(name), environment });
};

const isOwnedBy = (
  setting: AuthSetting,
  name: string,
  environment: string | undefined,
  sources: AuthSources,
): boolean =>
  setting.profile === name &&
  setting.environment === environment &&
  setting.file === sources.fileOf(name) &&
  setting.origins === normalizedOrigins(findProfile(name, sources).origins);

function cachedSetting(
  settings: Settings,
  { name, type, environment }: { name: string; type: string; environment: string | undefined },
  sources: AuthSources,
): AuthSetting {
  const cached = settingCache.get(settings);
  if (cached !== undefined && isOwnedBy(cached, name, environment, sources)) return cached;
  const setting = Object.freeze({ type, settings, ...ownerOf(name, environment, sources) });
  settingCache.set(settings, setting);
  return setting;
}

/**
 * Settings that were found complete, with the schema against which they were checked. Configured settings are frozen,
 * so the result stays valid.
 */
const completeSettings = new WeakMap<Settings, SettingsSchema>();

/** Returns the setting unchanged. Throws `AUTH_NOT_CONFIGURED` if required fields are missing. */
function requireComplete(setting: AuthSetting, where: string, sources: AuthSources): AuthSetting {
  const { settings: schema } = findScheme(setting.type, where, sources);
  if (completeSettings.get(setting.settings) === schema) return setting;
  const fields = missingFields(schema, setting.settings);
  if (fields.length > 0) throw fault("AUTH_NOT_CONFIGURED", { where, fields: fields.join(", ") });
  completeSettings.set(setting.settings, schema);
  return setting;
}

/** The place of an inline setting in errors. */
export const inlinePlace = ({ type }: InlineAuth): string => `the auth setting of type ${type}`;

/**
 * Resolves a setting that is not saved. Required fields may be missing. With `profile`, it stands for that profile: its
 * origins and its tokens count. Throws as `authSettingOf`.
 */
export async function inlineSettingOf(
  auth: InlineAuth,
  profile: string | undefined,
  origin: Exclude<ValuesOrigin, "file">,
  sources: AuthSources,
): Promise<AuthSetting> {
  const { type, ...fields } = auth;
  const where = inlinePlace(auth);
  const schema = withoutRequired(findScheme(type, where, sources).settings);
  const savedFields = (name: string) => findProfile(name, sources).schemes[type] ?? noFields;
  // Another environment can be chosen while references are read.
  const owner =
    profile !== undefined && ownerOf(profile, environmentOf(savedFields(profile), sources), sources);
  return { type, settings: await resolveSettings(schema, fields, where, origin, sources), ...owner };
}

/**
 * Resolves the auth setting of a request. Throws `AUTH_...`, `CONFIG_REFERENCE_UNRESOLVED`, `VARIABLE_UNKNOWN` or
 * `SETTINGS_INVALID`.
 */
export async function resolveAuth(
  { auth, profile }: Pick<RequestInput, "auth" | "profile">,
  sources: AuthSources,
): Promise<AuthSetting> {
  if (auth === undefined) return none;
  if (typeof auth === "string") {
    const { type } = findProfile(auth, sources);
    // Without a scheme, a profile can still have a client certificate.
    if (type === "none") return { ...none, ...ownerOf(auth, undefined, sources) };
    return requireComplete(await authSettingOf(auth, type, sources), schemePath(auth, type), sources);
  }
  if (auth.type === "none") return none;
  return requireComplete(await inlineSettingOf(auth, profile, "code", sources), inlinePlace(auth), sources);
}
