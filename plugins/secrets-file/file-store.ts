// The store: reads see what any process wrote, writes lose nothing that another one wrote.

import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Clock, SecretStore } from "@pictor/kernel/plugin";
import { createCodec, type Contents } from "./secrets-codec.js";
import { createLocks } from "./locks.js";
import { prepareFolder, readText, versionOf, type PrivateFile } from "./private-file.js";
import { explained } from "./refusal.js";

export interface FileStoreOptions extends PrivateFile {
  /** The path in a person's words. */
  readonly shownPath: string;
  /** Empty: not encrypted. */
  readonly passphrase: string;
  /** For tests, which open many: what a guess at the passphrase costs. Default: the cipher's. */
  readonly keyCost?: number;
  readonly clock: Clock;
}

/** Two writes within one tick of a file system's clock may look the same; a version is told apart by its time after. */
const tickMs = 100;

function encryption(isEncrypted: boolean, willBe: boolean): string {
  if (isEncrypted) return "encrypted with your passphrase";
  return willBe ? "not encrypted until something in it changes" : "not encrypted";
}

/** Opens the store, without creating the file. Rejects with `SECRETS_UNAVAILABLE` where it cannot work. */
export async function openFileStore(file: FileStoreOptions): Promise<SecretStore> {
  const { path, clock, logger, passphrase, shownPath, uid } = file;
  const codec = createCodec(path, passphrase, file.keyCost);
  const exclusively = createLocks({ clock, logger });
  const nothing: Contents = { secrets: new Map(), isEncrypted: codec.encrypts };
  let kept: { readonly stamp: string; readonly contents: Contents } | undefined;
  let contents = nothing;

  const read = (): Promise<Contents> =>
    explained(async () => {
      const version = await versionOf(file);
      if (version === undefined) return (contents = nothing);
      if (version.stamp === kept?.stamp) return kept.contents;
      const isOld = Date.now() - version.writtenAtMs > tickMs;
      contents = await codec.decode(await readText(file));
      kept = isOld ? { stamp: version.stamp, contents } : undefined;
      return contents;
    });

  /** What a crash left of a write holds secrets; nobody else writes while this runs. */
  const removeLeftovers = async (): Promise<void> => {
    const folder = dirname(path);
    const start = `${basename(path)}.`;
    for (const name of await readdir(folder))
      if (name.startsWith(start) && /^\d+$/.test(name.slice(start.length))) await rm(join(folder, name));
  };

  /** `edit` says whether it changed anything. */
  const change = (edit: (secrets: Map<string, string>) => boolean): Promise<void> =>
    exclusively(path, () =>
      explained(async () => {
        const secrets = new Map((await read()).secrets);
        if (!edit(secrets)) return;
        await removeLeftovers();
        const { default: writeFileAtomic } = await import("write-file-atomic");
        await writeFileAtomic(path, await codec.encode(secrets), { mode: 0o600 });
        contents = { secrets, isEncrypted: codec.encrypts };
      }),
    );

  await explained(() => prepareFolder(file));
  await read();

  return {
    get description() {
      const readers =
        uid === undefined ? "the permissions of your user folder protect it" : "only you can read it";
      return `the file ${shownPath} (${readers}; ${encryption(contents.isEncrypted, codec.encrypts)})`;
    },
    get: async (key) => (await read()).secrets.get(key),
    set: (key, value) => change((secrets) => Boolean(secrets.set(key, value))),
    delete: (key) => change((secrets) => secrets.delete(key)),
    keys: async () => [...(await read()).secrets.keys()],
    exclusively: (key, work) =>
      exclusively(`${path}.${createHash("sha256").update(key).digest("hex").slice(0, 16)}`, work),
  };
}
