// Secrets that profiles refer to by name: stored before a profile refers to them, deleted if no profile refers to them.

import type { Pictor } from "@pictor/host";
import type { CommandHost } from "../../session/command-host.js";
import { secretNamesIn } from "./edit-profile.js";
import { savedProfile } from "./saved-profile.js";

/** Stores `added` (values by new names), then calls `write`, which saves the references. Deletes the secrets if that fails. */
export async function storeSecretsAndWrite<T>(
  { secrets }: Pick<Pictor, "secrets">,
  added: ReadonlyMap<string, string>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    for (const [name, value] of added) await secrets.set(name, value);
    return await write();
  } catch (error) {
    for (const name of added.keys()) await secrets.delete(name).catch(() => undefined);
    throw error;
  }
}

/** Deletes those of the secrets that no profile refers to any more, and returns their names. */
export async function deleteUnusedSecrets(
  host: CommandHost,
  secrets: readonly string[],
): Promise<readonly string[]> {
  const { profiles, secrets: store } = host.kernel;
  if (secrets.length === 0) return [];
  const currentProfile = async (name: string): Promise<unknown> => {
    const view = await profiles.view(name).catch(() => undefined);
    return view?.profile ?? savedProfile(host, name);
  };
  const used = new Set(secretNamesIn(await Promise.all(profiles.names().map(currentProfile))));
  const kept = new Set(await store.names());
  const unused = [...new Set(secrets)].filter((secret) => kept.has(secret) && !used.has(secret));
  for (const secret of unused) await store.delete(secret);
  return unused;
}
