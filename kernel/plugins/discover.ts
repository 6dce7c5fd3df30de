// Finding plugins: reads plugin.json of every named source and nothing else. No code runs here.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fault } from "../base/errors/error-catalog.js";
import { reasonOf, type PictorError } from "../base/errors/pictor-error.js";
import { jsonSyntaxProblem } from "../base/errors/json-syntax-problem.js";
import { systemCode } from "../base/errors/system-code.js";
import type { Plugin, PluginSource } from "../contract/plugins.js";

const maxBytes = 64 * 1024;
const maxDepth = 12;

/** A manifest as it was found, not validated yet. */
export interface FoundManifest {
  readonly manifest: unknown;
  /** The path of plugin.json, or `inline`. */
  readonly file: string;
  readonly place:
    { readonly kind: "folder"; readonly path: string } | { readonly kind: "inline"; readonly plugin: Plugin };
}

export interface Discovery {
  readonly found: readonly FoundManifest[];
  readonly problems: readonly PictorError[];
}

const depthOf = (value: unknown): number =>
  typeof value !== "object" || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf));

function inspect(file: string): { readonly size: number; readonly isFile: boolean } {
  const found = statSync(file);
  return { size: found.size, isFile: found.isFile() };
}

/** The folder is named for whoever lists plugins: that it holds one is known all the same. */
const notRead = (file: string, folder: string, reason: string): PictorError =>
  fault("MANIFEST_NOT_JSON", { file, place: "", reason }, { more: { folder } });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return error;
  }
}

function readFolder(folder: string): FoundManifest | PictorError {
  const file = join(folder, "plugin.json");
  try {
    const { size: bytes, isFile } = inspect(file);
    if (!isFile) return notRead(file, folder, "it is not a regular file");
    const tooLarge = () =>
      fault("MANIFEST_TOO_LARGE", { file, bytes, limit: maxBytes, depth: maxDepth }, { more: { folder } });
    if (bytes > maxBytes) return tooLarge();
    const text = readFileSync(file, "utf8");
    const manifest = parsed(text);
    if (manifest instanceof SyntaxError)
      return fault("MANIFEST_NOT_JSON", { file, ...jsonSyntaxProblem(manifest, text) }, { more: { folder } });
    if (depthOf(manifest) > maxDepth) return tooLarge();
    return { manifest, file, place: { kind: "folder", path: folder } };
  } catch (error) {
    const isMissing = ["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "");
    if (!isMissing) return notRead(file, folder, reasonOf(error));
    const reason = existsSync(folder) ? "it has no plugin.json" : "there is no such folder";
    return fault("PLUGIN_FOLDER_MISSING", { path: folder, reason });
  }
}

/** A folder of plugins; one that is itself a plugin is taken as what it is. */
function children(path: string): readonly (FoundManifest | PictorError)[] {
  if (existsSync(join(path, "plugin.json"))) return [readFolder(path)];
  try {
    return readdirSync(path)
      .sort()
      .map((name) => join(path, name))
      .filter((folder) => existsSync(join(folder, "plugin.json")))
      .map(readFolder);
  } catch (error) {
    return [fault("PLUGIN_FOLDER_MISSING", { path, reason: reasonOf(error) })];
  }
}

function findIn(source: PluginSource): readonly (FoundManifest | PictorError)[] {
  switch (source.kind) {
    case "directory":
      return [readFolder(resolve(source.path))];
    case "collection":
      return children(resolve(source.path));
    case "inline":
      return [
        { manifest: source.manifest, file: "inline", place: { kind: "inline", plugin: source.plugin } },
      ];
  }
}

const isFound = (entry: FoundManifest | PictorError): entry is FoundManifest => !(entry instanceof Error);

/** Finds what every source holds, in the order of the sources. */
export function discover(sources: readonly PluginSource[]): Discovery {
  const entries = sources.flatMap(findIn);
  return {
    found: entries.filter(isFound),
    problems: entries.filter((entry): entry is PictorError => !isFound(entry)),
  };
}
