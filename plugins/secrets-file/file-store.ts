// The secret store: reads see the writes of all processes, and concurrent writes of several processes are not lost.

import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { digestOf, type Clock, type SecretStore } from "@pictor/kernel/plugin";
import { createSecretLocks, incompleteEnd, replaceFile } from "@pictor/locks";
import { createCodec, type Contents } from "./secrets-codec.js";
import { prepareFolder, readText, checkPrivateFile, type PrivateFile } from "./private-file.js";
import { store, withRefusals } from "./refusal.js";

export interface FileStoreOptions extends PrivateFile {
  /** The path as shown to the user. */
  readonly shownPath: string;
  /** The passphrase; empty for a file that is not encrypted. */
  readonly passphrase: string;
  /** Cost of the key derivation, for tests, which open many stores. Default: that of the cipher. */
  readonly keyCost?: number;
  readonly clock: Clock;
}

/** Two writes within one tick of the file system's clock may have the same time, so only a file older than this is cached. */
const tickMs = 100;

function describeEncryption(isEncrypted: boolean, willBe: boolean): string {
  if (isEncrypted) return "encrypted with your passphrase";
  return willBe ? "not encrypted until something in it changes" : "not encrypted";
}

/** Opens the store without creating the file. Rejects with `SECRETS_UNAVAILABLE`. */
export async function openFileStore(file: FileStoreOptions): Promise<SecretStore> {
  const { path, clock, logger, passphrase, shownPath, uid } = file;
  const codec = createCodec(path, passphrase, file.keyCost);
  const exclusively = createSecretLocks({ store, clock, logger });
  const empty: Contents = { secrets: new Map(), isEncrypted: codec.encrypts };
  let cached: { readonly stamp: string; readonly contents: Contents } | undefined;
  let contents = empty;

  const read = (): Promise<Contents> =>
    withRefusals(path, async () => {
      const version = await checkPrivateFile(file);
      if (version === undefined) return (contents = empty);
      if (version.stamp === cached?.stamp) return cached.contents;
      const isOld = Date.now() - version.writtenAtMs > tickMs;
      contents = await codec.decode(await readText(file));
      cached = isOld ? { stamp: version.stamp, contents } : undefined;
      return contents;
    });

  /** Removes incomplete files of a crashed write, because they contain secrets. Requires the lock. */
  const removeLeftovers = async (): Promise<void> => {
    const folder = dirname(path);
    const start = `${basename(path)}.`;
    for (const name of await readdir(folder))
      if (name.startsWith(start) && name.endsWith(incompleteEnd)) await rm(join(folder, name));
  };

  /** Edits the secrets under the lock. `edit` returns whether it changed anything. */
  const change = (edit: (secrets: Map<string, string>) => boolean): Promise<void> =>
    exclusively(`${path}.lock`, (lock) =>
      withRefusals(path, async () => {
        const secrets = new Map((await read()).secrets);
        if (!edit(secrets)) return;
        const text = await codec.encode(secrets);
        // Without the lock, this process would remove the incomplete file of the one that has it.
        await lock.confirm();
        await removeLeftovers();
        await replaceFile(path, text, { mode: 0o600, lock });
        contents = { secrets, isEncrypted: codec.encrypts };
      }),
    );

  await withRefusals(path, () => prepareFolder(file));
  await read();

  return {
    get description() {
      const protection = `the permissions of ${shownPath.startsWith("~") ? "your user" : "its"} folder protect it`;
      const readers = uid === undefined ? protection : "only you can read it";
      return `the file ${shownPath} (${readers}; ${describeEncryption(contents.isEncrypted, codec.encrypts)})`;
    },
    get: async (key) => (await read()).secrets.get(key),
    set: (key, value) => change((secrets) => Boolean(secrets.set(key, value))),
    delete: (key) => change((secrets) => secrets.delete(key)),
    keys: async () => [...(await read()).secrets.keys()],
    exclusively: (key, work) => exclusively(`${path}.${digestOf(key).slice(0, 16)}.lock`, work),
  };
}
