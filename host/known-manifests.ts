// Reads the manifests of the built-in plugins and of `pluginDirectories` without validation, for help texts. Runs no
// plugin code.

import { isRecord } from "@pictor/kernel/plugin";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { SettingsSchema } from "@pictor/kernel";
import { builtinSources } from "./builtins.js";
import { configurationFiles } from "./configuration-files.js";

/** Returns undefined if the file cannot be read: the command itself reports that, and help does without it. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** The `pluginDirectories` of a configuration file; undefined if it has none. */
function directoriesIn(file: string): readonly string[] | undefined {
  const found = readJson(file);
  const given = isRecord(found) ? found["pluginDirectories"] : undefined;
  if (!Array.isArray(given)) return undefined;
  return given.flatMap((path: unknown) => (typeof path === "string" ? [resolve(dirname(file), path)] : []));
}

/** The plugins in a folder, which may itself be a plugin. */
function pluginsIn(directory: string): readonly string[] {
  if (existsSync(join(directory, "plugin.json"))) return [directory];
  try {
    return readdirSync(directory).map((name) => join(directory, name));
  } catch {
    return [];
  }
}

/** A contribution with settings. */
export interface Entry {
  readonly id: string;
  readonly settings: SettingsSchema;
}
export type EntryKind = "workflows" | "features" | "authSchemes" | "backends";

const isForm = (value: unknown): value is SettingsSchema => isRecord(value) && isRecord(value["properties"]);

/** Leaves out contributions without valid settings, because the manifest was not validated. */
function entryOf(found: unknown): readonly Entry[] {
  if (!isRecord(found) || typeof found["id"] !== "string") return [];
  const settings = found["params"] ?? found["settings"];
  return isForm(settings) ? [{ id: found["id"], settings }] : [];
}

/** The contributions in the manifests. */
export function contributed(
  kind: EntryKind,
  globals: { readonly config?: string },
  env: Readonly<Record<string, string | undefined>>,
): readonly Entry[] {
  const { own, file = "pictor.json" } = configurationFiles(globals, env);
  const directories = directoriesIn(resolve(file)) ?? directoriesIn(own) ?? [];
  const builtin = builtinSources().flatMap((source) => (source.kind === "directory" ? [source.path] : []));
  return [...builtin, ...directories.flatMap(pluginsIn)].flatMap((folder) => {
    const manifest = readJson(join(folder, "plugin.json"));
    const contributes = isRecord(manifest) ? manifest["contributes"] : undefined;
    const entries = isRecord(contributes) ? contributes[kind] : undefined;
    return Array.isArray(entries) ? entries.flatMap(entryOf) : [];
  });
}
