// From what a caller names (a profile, or an inline setting) to the scheme and the values of its fields.

import {
  type Profile,
  resolveSettings,
  type SettingsSource,
  withoutRequired,
  missingFields,
  fault,
  type PictorError,
  didYouMean,
  type Settings,
  type SettingsSchema,
  type Contribution,
  type AuthSetting,
  type RequestInput,
} from "@pictor/kernel";

export type Scheme = Contribution<"authSchemes">;

export interface AuthSources extends SettingsSource {
  /** Name of the active environment. */
  readonly environment: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
  /** The file that a profile stands in. */
  fileOf(profile: string): string | undefined;
  scheme(id: string): Scheme | undefined;
  schemes(): readonly Scheme[];
  /** Names of the configured backends that use a profile. */
  backendsWith(profile: string): readonly string[];
}

const none: AuthSetting = Object.freeze({ type: "none", settings: Object.freeze({}) });

/** The fault of a profile that is not there; `where` is who asked for it. */
export function unknownProfile(
  name: string,
  where: string,
  { profiles, schemes }: Pick<AuthSources, "profiles" | "schemes">,
): PictorError {
  const known = schemes().map(({ id }) => id);
  const suggestion = didYouMean(name, profiles.keys());
  return fault("AUTH_PROFILE_UNKNOWN", { profile: name, where, schemes: known.join(", "), suggestion });
}

/** Throws `AUTH_PROFILE_UNKNOWN`, which names the first backend that is configured with it. */
export function profileOf(name: string, sources: AuthSources): Profile {
  const profile = sources.profiles.get(name);
  if (profile !== undefined) return profile;
  const [backend] = sources.backendsWith(name);
  throw unknownProfile(name, backend === undefined ? "a request" : `backends/${backend}`, sources);
}

/** Throws `AUTH_SCHEME_UNKNOWN`. */
export function schemeOf(type: string, where: string, sources: AuthSources): Scheme {
  const found = sources.scheme(type);
  if (found !== undefined) return found;
  const known = ["none", ...sources.schemes().map(({ id }) => id)];
  const suggestion = didYouMean(type, known);
  throw fault("AUTH_SCHEME_UNKNOWN", { scheme: type, where, known: known.join(", "), suggestion });
}

/** The place of a scheme's fields in the configuration. */
export const placeOf = (profile: string, scheme: string): string => `profiles/${profile}/schemes/${scheme}`;

const noFields = Object.freeze({});

const normal = new WeakMap<readonly string[], readonly string[]>();

/** As `URL.origin` writes them: lower case, no default port, no slash at the end. */
function normalOrigins(origins: readonly string[] | undefined): readonly string[] | undefined {
  if (origins === undefined) return undefined;
  const known =
    normal.get(origins) ?? origins.map((origin) => (URL.canParse(origin) ? new URL(origin).origin : origin));
  normal.set(origins, known);
  return known;
}

/** One setting for the same values, however often it is sent with. */
const made = new WeakMap<object, AuthSetting>();

/** The setting of one scheme of a profile, complete or not. Throws `CONFIG_...`, `VARIABLE_UNKNOWN` or `SETTINGS_INVALID`. */
export function settingOf(
  name: string,
  type: string,
  sources: AuthSources,
): AuthSetting | Promise<AuthSetting> {
  const { schemes } = profileOf(name, sources);
  const where = placeOf(name, type);
  const schema = withoutRequired(schemeOf(type, where, sources).settings);
  const settings = resolveSettings(schema, schemes[type] ?? noFields, where, "file", sources);
  return settings instanceof Promise
    ? settings.then((ready) => settingWith(ready, name, type, sources))
    : settingWith(settings, name, type, sources);
}

function settingWith(settings: Settings, name: string, type: string, sources: AuthSources): AuthSetting {
  const origins = normalOrigins(profileOf(name, sources).origins);
  const { environment } = sources;
  const file = sources.fileOf(name);
  const before = made.get(settings);
  const isSame = before?.profile === name && before.file === file && before.environment === environment;
  if (isSame && before.origins === origins) return before;
  const setting = Object.freeze({
    type,
    settings,
    profile: name,
    ...(origins === undefined ? {} : { origins }),
    ...(file === undefined ? {} : { file }),
    ...(environment === undefined ? {} : { environment }),
  });
  made.set(settings, setting);
  return setting;
}

/** Settings in which no required field was missing, and by which schema. Configured settings are frozen. */
const completeBy = new WeakMap<Settings, SettingsSchema>();

/** Returns the setting. Throws `AUTH_NOT_CONFIGURED` where a required field has no value. */
function complete(setting: AuthSetting, where: string, sources: AuthSources): AuthSetting {
  const { settings: schema } = schemeOf(setting.type, where, sources);
  if (completeBy.get(setting.settings) === schema) return setting;
  const fields = missingFields(schema, setting.settings);
  if (fields.length > 0) throw fault("AUTH_NOT_CONFIGURED", { where, fields: fields.join(", ") });
  completeBy.set(setting.settings, schema);
  return setting;
}

/**
 * Resolves what a request names. Throws `AUTH_...`, `CONFIG_REFERENCE_UNRESOLVED`, `VARIABLE_UNKNOWN` or
 * `SETTINGS_INVALID`.
 */
export async function resolveAuth(auth: RequestInput["auth"], sources: AuthSources): Promise<AuthSetting> {
  if (auth === undefined) return none;
  if (typeof auth === "string") {
    const { type } = profileOf(auth, sources);
    if (type === "none") return none;
    return complete(await settingOf(auth, type, sources), placeOf(auth, type), sources);
  }
  const { type, ...fields } = auth;
  if (type === "none") return none;
  const where = `the auth setting of type ${type}`;
  const schema = withoutRequired(schemeOf(type, where, sources).settings);
  return complete(
    { type, settings: await resolveSettings(schema, fields, where, "code", sources) },
    where,
    sources,
  );
}
