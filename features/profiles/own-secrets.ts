// The secrets that a host stores for a single profile: their names, the profiles that refer to them, and their removal.

import {
  isRecord,
  type LoadedConfiguration,
  type NamedSecrets,
  type Profile,
  type Profiles,
} from "@pictor/kernel";

/** The prefix of the names of a scheme's secrets: `<profile>.<scheme>.`. */
const secretPrefix = (profile: string, scheme: string): string => `${profile}.${scheme}.`;

/**
 * The name of a secret in the store, such as `prod.bearer.token.x7k2q9`. The random suffix is needed because all projects
 * share one store and may use the same profile names.
 */
export const secretName = (
  profile: string,
  scheme: string,
  path: readonly string[],
  suffix: string,
): string => [secretPrefix(profile, scheme) + path.join("."), suffix].join(".");

/** The names in every `{ "$secret": name }` inside a value. */
export function secretNamesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(secretNamesIn);
  if (!isRecord(value)) return [];
  const { $secret } = value;
  return typeof $secret === "string" ? [$secret] : Object.values(value).flatMap(secretNamesIn);
}

/** The secrets in `values` that a host has named for this profile and scheme. */
export const ownSecretsIn = (profile: string, scheme: string, values: unknown): readonly string[] =>
  secretNamesIn(values).filter((secret) => secret.startsWith(secretPrefix(profile, scheme)));

/** The profiles and secrets of a Pictor. */
export interface ProfileStore {
  readonly profiles: Profiles;
  readonly secrets: NamedSecrets;
  readonly configuration: LoadedConfiguration;
}

/** The profile as it is saved; if its scheme is missing, as it was when the configuration was loaded. */
export async function currentProfile(
  { profiles, configuration }: Pick<ProfileStore, "profiles" | "configuration">,
  name: string,
): Promise<Profile | undefined> {
  const view = await profiles.view(name).catch(() => undefined);
  const { profiles: loaded = {} } = configuration.values;
  return view?.profile ?? (Object.hasOwn(loaded, name) ? loaded[name] : undefined);
}

/** Deletes the secrets in `secrets` to which no profile refers any more, and returns the names of the deleted ones. */
export async function deleteUnusedSecrets(
  pictor: ProfileStore,
  secrets: readonly string[],
): Promise<readonly string[]> {
  if (secrets.length === 0) return [];
  const { profiles, secrets: store } = pictor;
  const current = profiles.names().map((name) => currentProfile(pictor, name));
  const used = new Set(secretNamesIn(await Promise.all(current)));
  const kept = new Set(await store.names());
  const unused = [...new Set(secrets)].filter((secret) => kept.has(secret) && !used.has(secret));
  for (const secret of unused) await store.delete(secret);
  return unused;
}
