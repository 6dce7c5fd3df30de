// Writing a backend instance into a configuration file.

import { isDeepStrictEqual } from "node:util";
import { realpath } from "node:fs/promises";
import { referencesIn } from "../config/references.js";
import { entryIn, saveEntry } from "../config/save.js";
import { refuseInlineSecrets } from "../config/secret-fields.js";
import { requireSettings } from "../config/settings.js";
import type { LoadedConfiguration } from "../config/types.js";
import { hasVariable } from "../config/variables.js";
import { fault } from "../errors/catalogue.js";
import { didYouMean } from "../errors/nearest.js";
import { asForm } from "../request/auth-setting.js";
import type { BackendSettings, Contribution } from "../types.js";
import { ownSettings } from "./kind-settings.js";

export interface SaveBackendDependencies {
  readonly configuration: Pick<LoadedConfiguration, "backendFiles" | "writesTo">;
  kinds(): readonly Contribution<"backends">[];
  /** One writer of a file at a time. */
  exclusively<T>(file: string, work: () => Promise<T>): Promise<T>;
}

export type SaveBackend = (name: string, settings: BackendSettings | undefined) => Promise<string>;

/** The contribution of a kind. Throws `BACKEND_KIND_UNKNOWN`. */
export function kindNamed(
  kind: string,
  where: string,
  kinds: readonly Contribution<"backends">[],
): Contribution<"backends"> {
  const found = kinds.find(({ id }) => id === kind);
  if (found !== undefined) return found;
  const known = kinds.map(({ id }) => id);
  const details = { kind, where, known: known.join(", "), suggestion: didYouMean(kind, known) };
  throw fault("BACKEND_KIND_UNKNOWN", details);
}

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
  refuseInlineSecrets(contribution.settings, own, file, where);
  const isPlain = (value: unknown): boolean => referencesIn(value, "").length === 0 && !hasVariable(value);
  const plain = Object.entries(own).filter(([, value]) => isPlain(value));
  const isWhole = plain.length === Object.keys(own).length;
  const { settings } = contribution;
  await requireSettings(isWhole ? settings : asForm(settings), Object.fromEntries(plain), where);
}

export function createSaveBackend({
  configuration,
  kinds,
  exclusively,
}: SaveBackendDependencies): SaveBackend {
  const places = new Map(Object.entries(configuration.backendFiles));
  return async (name, settings) => {
    const file = places.get(name) ?? configuration.writesTo;
    if (settings !== undefined) {
      requireName(name);
      await check(name, settings, file, kinds());
    }
    // One file has one lock, by whatever way it is reached.
    const path = await realpath(file).catch(() => file);
    return exclusively(path, async () => {
      const before = await entryIn(file, "backends", name);
      if (!isDeepStrictEqual(before, settings)) await saveEntry(file, "backends", name, settings);
      if (settings === undefined) places.delete(name);
      else places.set(name, file);
      return file;
    });
  };
}
