// Writes a backend instance into a configuration file.

import { isDeepStrictEqual } from "node:util";
import { realpath } from "node:fs/promises";
import { type LoadedConfiguration, fault, type Contribution } from "@pictor/kernel";
import { checkUnresolvedSettings } from "../configuration/check-unresolved.js";
import { readEntry, saveEntry } from "../configuration/save-entry.js";
import { withScheme } from "../requests/with-scheme.js";
import type { WithFileLock } from "../configuration/with-file-lock.js";
import type { BackendSettings } from "@pictor/kernel";
import type { ConfiguredEntries, EntryOf } from "../configuration/configured-entries.js";
import { findKind, splitSettings } from "./kind-settings.js";

export interface SaveBackendDependencies {
  readonly configuration: Pick<LoadedConfiguration, "writesTo" | "entrySaved">;
  readonly configured: ConfiguredEntries<EntryOf<"backends">>;
  /** Called after the entry of an instance has changed. */
  changed(name: string): Promise<void>;
  kinds(): readonly Contribution<"backends">[];
  /** Serializes writes to a file. */
  readonly fileLock: WithFileLock;
}

export type SaveBackend = (name: string, settings: BackendSettings | undefined) => Promise<string>;

/** Throws `BACKEND_NAME_INVALID` for a name that is not usable in files, on command lines and as a folder name. */
function requireName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u.test(name)) return;
  throw fault("BACKEND_NAME_INVALID", { backend: JSON.stringify(name.slice(0, 100)) });
}

/** Checks settings without resolving references and variables. */
async function checkSettings(
  name: string,
  { kind, auth: _auth, ...values }: BackendSettings,
  file: string,
  kinds: readonly Contribution<"backends">[],
): Promise<void> {
  const where = `backends/${name}`;
  const contribution = findKind(kind, where, kinds);
  const { own } = splitSettings(values, contribution, kinds);
  await checkUnresolvedSettings(contribution.settings, own, where, file);
}

/** Adds the scheme to each address that was typed without one. */
export function withSchemes(
  settings: BackendSettings,
  kinds: readonly Contribution<"backends">[],
): BackendSettings {
  const properties = kinds.find(({ id }) => id === settings.kind)?.settings.properties ?? {};
  const completed = Object.entries(settings).map(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isAddress = field?.type === "string" && field.format === "uri";
    return [name, isAddress && typeof value === "string" ? withScheme(value) : value] as const;
  });
  return Object.fromEntries(completed) as typeof settings;
}

export function createSaveBackend(deps: SaveBackendDependencies): SaveBackend {
  const { configuration, configured, kinds, fileLock, changed } = deps;
  return async (name, given) => {
    const settings = given && withSchemes(given, kinds());
    const file = configured.fileOf(name) ?? configuration.writesTo;
    if (settings !== undefined) {
      requireName(name);
      await checkSettings(name, settings, file, kinds());
    }
    // Symbolic links are resolved, so that each file has one lock.
    const path = await realpath(file).catch(() => file);
    await fileLock(path, async (lock) => {
      const before = await readEntry(file, "backends", name);
      if (!isDeepStrictEqual(before, settings)) {
        await saveEntry(file, "backends", name, settings, lock);
        await configuration.entrySaved?.(file, "backends", name);
      }
      configured.noteSaved(file, name, settings);
    });
    await changed(name);
    return file;
  };
}
