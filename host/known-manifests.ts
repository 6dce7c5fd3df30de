// Reads contributions from the manifests of the built-in plugins, of the user's plugin folder and of `pluginDirectories`, for
// help and completions. Neither validates manifests nor runs plugin code.

import { dirname, resolve } from "node:path";
import type { PluginSource, SettingsSchema } from "@pictor/kernel";
import {
  absolutePath,
  discoverPlugins,
  isRecord,
  rawContributions,
  readBounded,
  withoutByteOrderMark,
} from "@pictor/kernel/manifests";
import { builtinSources } from "./builtins.js";
import { configurationFiles } from "./configuration-files.js";
import { isNetworkPath } from "./trust/network-path.js";
import { userPluginFolder } from "./user-plugins/user-folder.js";

export { hookNames } from "@pictor/kernel/manifests";

const maxBytes = 1 << 24;

/**
 * Reads a file; returns undefined if it cannot be read. The command itself reports the error, and help is shown without
 * the file.
 */
function readJson(file: string): unknown {
  try {
    return JSON.parse(withoutByteOrderMark(readBounded(file, maxBytes)));
  } catch {
    return undefined;
  }
}

/** The `pluginDirectories` of a configuration file; undefined if it has none. */
function directoriesIn(file: string): readonly string[] | undefined {
  const found = readJson(file);
  const given = isRecord(found) ? found["pluginDirectories"] : undefined;
  if (!Array.isArray(given)) return undefined;
  return given.flatMap((path: unknown) =>
    typeof path === "string" && !isNetworkPath(path) ? [absolutePath(path, dirname(file))] : [],
  );
}

/** A contribution with settings. */
export interface KnownContribution {
  readonly id: string;
  readonly settings: SettingsSchema;
}
export type ContributionKind = "workflows" | "features" | "authSchemes" | "backends";

const isForm = (value: unknown): value is SettingsSchema => isRecord(value) && isRecord(value["properties"]);

type Globals = { readonly config?: string };
type Environment = Readonly<Record<string, string | undefined>>;

function readManifests(globals: Globals, env: Environment): readonly unknown[] {
  const { own, file = "pictor.json" } = configurationFiles(globals, env);
  const directories = directoriesIn(resolve(file)) ?? directoriesIn(own) ?? [];
  const collections = [userPluginFolder(env), ...directories].map((path): PluginSource => ({
    kind: "collection",
    path,
  }));
  return discoverPlugins([...builtinSources(), ...collections]).found.map(({ manifest }) => manifest);
}

/** The contributions of one kind that have settings. */
export const readContributions = (
  kind: ContributionKind,
  globals: Globals,
  env: Environment,
): readonly KnownContribution[] =>
  readManifests(globals, env).flatMap((manifest) =>
    rawContributions(manifest, kind).flatMap(({ id, settings, params = settings }) =>
      isForm(params) ? [{ id, settings: params }] : [],
    ),
  );

/** The ids of the contributions of one kind, with and without settings; or of the plugins. */
export const readIds = (
  kind: ContributionKind | "secretStores" | "plugins",
  globals: Globals,
  env: Environment,
): readonly string[] =>
  readManifests(globals, env).flatMap((manifest) => {
    if (kind !== "plugins") return rawContributions(manifest, kind).map(({ id }) => id);
    return isRecord(manifest) && typeof manifest["id"] === "string" ? [manifest["id"]] : [];
  });

/**
 * The names of the entries in a section of the user file and the project file. Nothing else of the files is used, so a
 * project needs no trust.
 */
export function readNames(
  section: "backends" | "profiles" | "environments",
  globals: { readonly config?: string },
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { own, file = "pictor.json" } = configurationFiles(globals, env);
  return [own, resolve(file)].flatMap((path) => {
    const found = readJson(path);
    const entries = isRecord(found) ? found[section] : undefined;
    return isRecord(entries) ? Object.keys(entries) : [];
  });
}
