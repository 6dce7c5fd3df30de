// Removes a profile with its tokens and with the secrets that only it uses.

import { PictorError, type Profile } from "@pictor/kernel";
import { currentProfile, deleteUnusedSecrets, ownSecretsIn, type ProfileStore } from "./own-secrets.js";

/** The names of the secrets that a host has stored for one profile alone. */
export const ownSecretsOf = (name: string, schemes: Profile["schemes"] = {}): readonly string[] =>
  Object.entries(schemes).flatMap(([id, values]) => ownSecretsIn(name, id, values));

const unreadableCodes = /^(AUTH_SCHEME_UNKNOWN|CONFIG_\w+|SETTINGS_INVALID|VARIABLE_UNKNOWN)$/;

/**
 * Deletes the token and returns sentences about the deletion; none for a scheme without tokens. Throws if the deletion
 * fails, so that the profile is kept.
 */
async function clearTokens(
  { profiles }: ProfileStore,
  name: string,
  redact: (text: string) => string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  try {
    const { notes } = await profiles.run(name, "clear", { signal });
    return notes.length > 0 ? notes.map(redact) : ["Its token is deleted."];
  } catch (error) {
    if (!(error instanceof PictorError)) throw error;
    const { code, what } = error;
    if (code === "AUTH_ACTION_UNKNOWN") return [];
    // If the plugin of a profile is missing, or its fields cannot be read, the profile can still be removed.
    if (unreadableCodes.test(code)) return [`Its token could not be deleted, if it had one: ${redact(what)}`];
    throw error;
  }
}

/** Resolves to sentences about what was deleted. Rejects as `Profiles.remove`, or with the error of clearing the token. */
export async function removeProfileAndSecrets(
  pictor: ProfileStore & { readonly redact: (text: string) => string },
  name: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const secrets = ownSecretsOf(name, (await currentProfile(pictor, name))?.schemes);
  const cleared = await clearTokens(pictor, name, pictor.redact, signal);
  await pictor.profiles.remove(name);
  const deleted = await deleteUnusedSecrets(pictor, secrets);
  return [
    `Removed ${name}.`,
    ...cleared,
    ...(deleted.length > 0 ? [`Secrets deleted: ${deleted.join(", ")}.`] : []),
  ];
}
