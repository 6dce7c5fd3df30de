// Writes a backend instance into a configuration file.

import type { BackendSettings, Contribution } from "@pictor/kernel";
import { checkUnresolvedSettings } from "../configuration/check-unresolved.js";
import { fileForEntry, writeEntry, type EntryWriter } from "../configuration/write-entry.js";
import { withScheme } from "../requests/with-scheme.js";
import { requireInstanceName } from "./instance-name.js";
import { findKind, splitSettings } from "./kind-settings.js";

export interface SaveBackendDependencies extends EntryWriter<"backends"> {
  /** Called after the entry of an instance has changed. */
  changed(name: string): Promise<void>;
  kinds(): readonly Contribution<"backends">[];
}

export type SaveBackend = (name: string, settings: BackendSettings | undefined) => Promise<string>;

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
  return async (name, given) => {
    const settings = given && withSchemes(given, deps.kinds());
    if (settings !== undefined) {
      requireInstanceName(name);
      await checkSettings(name, settings, fileForEntry(name, deps), deps.kinds());
    }
    const file = await writeEntry("backends", name, settings, deps);
    await deps.changed(name);
    return file;
  };
}
