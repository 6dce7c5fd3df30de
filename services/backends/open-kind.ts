// Opens a backend of a kind, with settings of a person or of code.

import {
  resolveSettings,
  type Backend,
  type BackendOpenOptions,
  type BackendSettings,
  type Contribution,
  type Logger,
  type Settings,
  type SettingsSource,
  type ValuesOrigin,
} from "@pictor/kernel";
import type { Provided } from "../provided/provided.js";
import { findKind, splitSettings, withAbsolutePaths } from "./kind-settings.js";

export interface KindDependencies extends SettingsSource {
  kinds(): readonly Contribution<"backends">[];
  readonly provided: Pick<Provided, "backendKind">;
  /** The folder against which relative paths in an instance's settings are resolved; absolute. */
  folderOf(name: string): string;
  readonly logger: Logger;
}

/** The settings of a person, which can contain variables, relative paths, and settings of other kinds. */
async function personalSettings(
  name: string,
  values: Settings,
  contribution: Contribution<"backends">,
  origin: Exclude<ValuesOrigin, "code">,
  deps: KindDependencies,
): Promise<Settings> {
  const { own, ignored } = splitSettings(values, contribution, deps.kinds());
  const where = `backends/${name}`;
  if (ignored.length > 0) {
    const names = ignored.join(", ");
    deps.logger.info(`${where}: ignored settings that the kind ${contribution.id} does not have: ${names}`);
  }
  const settings = await resolveSettings(contribution.settings, own, where, origin, deps);
  return withAbsolutePaths(contribution.settings, settings, deps.folderOf(name));
}

/** Rejects with `BACKEND_KIND_UNKNOWN`, `SETTINGS_INVALID`, `CONFIG_...`, or the error of the kind's own `open`. */
export async function openKind(
  { kind, auth, ...own }: BackendSettings,
  opening: BackendOpenOptions,
  origin: ValuesOrigin,
  deps: KindDependencies,
): Promise<Backend> {
  const where = `backends/${opening.name}`;
  const contribution = findKind(kind, where, deps.kinds());
  const settings =
    origin === "code"
      ? await resolveSettings(contribution.settings, own, where, origin, deps)
      : await personalSettings(opening.name, own, contribution, origin, deps);
  const provided = await deps.provided.backendKind(contribution);
  return provided.open(settings, { ...opening, ...(auth === undefined ? {} : { auth }) });
}
