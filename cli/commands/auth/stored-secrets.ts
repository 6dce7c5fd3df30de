// Stores secrets before a profile refers to them by name.

import type { Pictor } from "@pictor/host";

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
