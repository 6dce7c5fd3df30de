// Writing a backend instance into a configuration file.

import { isDeepStrictEqual } from "node:util";
import { realpath } from "node:fs/promises";
import {
  checkUnresolvedSettings,
  readEntry,
  saveEntry,
  type LoadedConfiguration,
  fault,
  type KeyedLock,
  type Contribution,
} from "@pictor/kernel";
import type { BackendSettings } from "@pictor/kernel";
import { kindNamed, ownSettings } from "./kind-settings.js";

export interface SaveBackendDependencies {
  readonly configuration: Pick<LoadedConfiguration, "backendFiles" | "writesTo">;
  kinds(): readonly Contribution<"backends">[];
  /** One writer of a file at a time. */
  readonly fileLock: KeyedLock;
}

export type SaveBackend = (name: string, settings: BackendSettings | undefined) => Promise<string>;

/** A name stands in files, on command lines, and may be that of a folder. */
function requireName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u.test(name)) return;
  throw fault("BACKEND_NAME_INVALID", { backend: JSON.stringify(name.slice(0, 100)) });
}

/** Checks what can be checked before references and variables are read. */
async function check(
  name: string,
  { kind, auth: _auth, ...values }: BackendSettings,
  file: string,
  kinds: readonly Contribution<"backends">[],
): Promise<void> {
  const where = `backends/${name}`;
  const contribution = kindNamed(kind, where, kinds);
  const { own } = ownSettings(values, contribution, kinds);
  await checkUnresolvedSettings(contribution.settings, own, where, file);
}

export function createSaveBackend({ configuration, kinds, fileLock }: SaveBackendDependencies): SaveBackend {
  const places = new Map(Object.entries(configuration.backendFiles));
  return async (name, settings) => {
    const file = places.get(name) ?? configuration.writesTo;
    if (settings !== undefined) {
      requireName(name);
      await check(name, settings, file, kinds());
    }
    // One file has one lock, by whatever way it is reached.
    const path = await realpath(file).catch(() => file);
    return fileLock(path, async () => {
      const before = await readEntry(file, "backends", name);
      if (!isDeepStrictEqual(before, settings)) await saveEntry(file, "backends", name, settings);
      if (settings === undefined) places.delete(name);
      else places.set(name, file);
      return file;
    });
  };
}
