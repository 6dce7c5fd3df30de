// The secret store: an encrypted file, whose key is in the keyring.

import { readFile } from "node:fs/promises";
import { digestOf, systemCode, type Clock, type Logger, type SecretStore } from "@pictor/kernel/plugin";
import { createSecretLocks, replaceFile } from "@pictor/locks";
import { openDataKey, type KeyringModule } from "./data-key.js";
import { store, withRefusals, refusal } from "./refusal.js";
import { seal, unseal, type Secrets } from "./sealed-file.js";

export interface KeyringStoreOptions {
  /** Absolute path of the file. */
  readonly path: string;
  readonly clock: Clock;
  readonly logger: Logger;
  importKeyring(): Promise<KeyringModule>;
}

/** Opens the store without writing to the keyring or to the disk. Rejects with `SECRETS_UNAVAILABLE`. */
export async function openKeyringStore(options: KeyringStoreOptions): Promise<SecretStore> {
  const { path } = options;
  const dataKey = await openDataKey(options.importKeyring);
  const exclusively = createSecretLocks({ store, ...options });
  let key: Buffer | undefined;

  const read = (): Promise<Secrets> =>
    withRefusals(path, async () => {
      const text = await readFile(path, "utf8").catch((error: unknown) => {
        if (systemCode(error) === "ENOENT") return undefined;
        throw error;
      });
      if (text === undefined) return new Map();
      key ??= await dataKey.read();
      if (key === undefined) throw refusal(`the keyring has no key for ${path}; the file was left unchanged`);
      const secrets = unseal(key, text);
      if (secrets === undefined)
        throw refusal(
          `the key in the keyring does not match ${path}, or the file is damaged; the file was left unchanged`,
        );
      return secrets;
    });

  /** Edits the secrets under the lock. `edit` returns whether it changed anything. */
  const change = async (edit: (secrets: Map<string, string>) => boolean): Promise<void> => {
    await exclusively(`${path}.lock`, (lock) =>
      withRefusals(path, async () => {
        const secrets = new Map(await read());
        if (!edit(secrets)) return;
        key ??= (await dataKey.read()) ?? (await dataKey.create());
        await replaceFile(path, seal(key, secrets), { mode: 0o600, lock });
      }),
    );
  };

  await read();

  return {
    description: `the file ${path} (encrypted; its key is in the keyring of the operating system)`,
    get: async (name) => (await read()).get(name),
    set: (name, value) => change((secrets) => Boolean(secrets.set(name, value))),
    delete: (name) => change((secrets) => secrets.delete(name)),
    keys: async () => [...(await read()).keys()],
    exclusively(name, work) {
      const digest = digestOf(name).slice(0, 16);
      return exclusively(`${path}.${digest}.lock`, work);
    },
  };
}
