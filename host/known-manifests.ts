// The manifests that help is told from, as they lie there: those of the built-in plugins and of `pluginDirectories`. No code runs.

import { isRecord } from "@pictor/kernel";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { SettingsSchema } from "@pictor/kernel";
import { builtinSources } from "./builtins.js";
import { configurationFiles } from "./configuration-files.js";

/** What cannot be read is told by the command itself; help goes on without it. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** `pluginDirectories` of a configuration file; undefined where it has none. */
function directoriesIn(file: string): readonly string[] | undefined {
  const found = readJson(file);
  const given = isRecord(found) ? found["pluginDirectories"] : undefined;
  if (!Array.isArray(given)) return undefined;
  return given.flatMap((path: unknown) => (typeof path === "string" ? [resolve(dirname(file), path)] : []));
}

/** A folder of plugins, or one that is itself a plugin. */
function pluginsIn(directory: string): readonly string[] {
  if (existsSync(join(directory, "plugin.json"))) return [directory];
  try {
    return readdirSync(directory).map((name) => join(directory, name));
  } catch {
    return [];
  }
}

/** What a plugin contributes that has settings. */
export interface Entry {
  readonly id: string;
  readonly settings: SettingsSchema;
}
export type EntryKind = "workflows" | "features" | "authSchemes" | "backends";

const isForm = (value: unknown): value is SettingsSchema => isRecord(value) && isRecord(value["properties"]);

/** The manifest was not checked: what has no form of settings is left out. */
function entryOf(found: unknown): readonly Entry[] {
  if (!isRecord(found) || typeof found["id"] !== "string") return [];
  const settings = found["params"] ?? found["settings"];
  return isForm(settings) ? [{ id: found["id"], settings }] : [];
}

/** What plugins contribute, as their manifests say. */
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
