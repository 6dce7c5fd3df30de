// The secrets that profiles refer to by name: put away before a profile names them, deleted when none does.

import type { Pictor } from "@pictor/host";
import type { CommandHost } from "../../session/command-host.js";
import { namedSecretsIn } from "./edit-profile.js";
import { savedProfile } from "./saved-profile.js";

/** Keeps `added` (values by new names), then writes what refers to them; where that fails, they are gone again. */
export async function withSecrets<T>(
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

/** Deletes those of the secrets that no profile refers to now, and gives their names. */
export async function forgetSecrets(
  host: CommandHost,
  secrets: readonly string[],
): Promise<readonly string[]> {
  const { profiles, secrets: store } = host.kernel;
  if (secrets.length === 0) return [];
  const now = async (name: string): Promise<unknown> => {
    const view = await profiles.view(name).catch(() => undefined);
    return view?.profile ?? savedProfile(host, name);
  };
  const used = new Set(namedSecretsIn(await Promise.all(profiles.names().map(now))));
  const kept = new Set(await store.names());
  const forgotten = [...new Set(secrets)].filter((secret) => kept.has(secret) && !used.has(secret));
  for (const secret of forgotten) await store.delete(secret);
  return forgotten;
}
