// Discovers plugins by reading the plugin.json of each source. Runs no plugin code.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fault } from "../base/errors/error-catalog.js";
import { reasonOf, type PictorError } from "../base/errors/pictor-error.js";
import { jsonSyntaxProblem } from "../base/errors/json-syntax-problem.js";
import { systemCode } from "../base/errors/system-code.js";
import { isDeeperThan } from "../base/guards.js";
import type { Plugin, PluginSource } from "../contract/plugins.js";

const maxBytes = 64 * 1024;
const maxDepth = 12;

/** A manifest as it was found, before validation. */
export interface FoundManifest {
  readonly manifest: unknown;
  /** The text that `manifest` was read from. */
  readonly text?: string;
  /** Whether `manifest` was validated before and is complete. Default false. */
  readonly isValidated?: boolean;
  /** Path of plugin.json, or `inline`. */
  readonly file: string;
  readonly location:
    { readonly kind: "folder"; readonly path: string } | { readonly kind: "inline"; readonly plugin: Plugin };
}

export interface Discovery {
  readonly found: readonly FoundManifest[];
  readonly problems: readonly PictorError[];
}

/** `details.folder` allows hosts to list the folder as a plugin although its manifest cannot be read. */
const unreadable = (file: string, folder: string, reason: string): PictorError =>
  fault("MANIFEST_NOT_JSON", { file, place: "", reason }, { more: { folder } });

function parseOrError(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return error;
  }
}

function whyMissing(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return "there is no such folder";
  return found.isDirectory() ? "it has no plugin.json" : "it is a file";
}

function readFolder(folder: string): FoundManifest | PictorError {
  const file = join(folder, "plugin.json");
  try {
    const found = statSync(file);
    if (!found.isFile()) return unreadable(file, folder, "it is not a regular file");
    const details = { file, bytes: found.size, limit: maxBytes, depth: maxDepth };
    const tooLarge = () => fault("MANIFEST_TOO_LARGE", details, { more: { folder } });
    if (found.size > maxBytes) return tooLarge();
    const text = readFileSync(file, "utf8");
    const manifest = parseOrError(text);
    if (manifest instanceof SyntaxError)
      return fault("MANIFEST_NOT_JSON", { file, ...jsonSyntaxProblem(manifest, text) }, { more: { folder } });
    if (isDeeperThan(maxDepth, manifest)) return tooLarge();
    return { manifest, text, file, location: { kind: "folder", path: folder } };
  } catch (error) {
    const isMissing = ["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "");
    if (!isMissing) return unreadable(file, folder, reasonOf(error));
    return fault("PLUGIN_FOLDER_MISSING", { path: folder, reason: whyMissing(folder) });
  }
}

/** Reads the child folders of a collection. A folder that is itself a plugin counts as one. */
function readCollection(path: string): readonly (FoundManifest | PictorError)[] {
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

function readSource(source: PluginSource): readonly (FoundManifest | PictorError)[] {
  switch (source.kind) {
    case "directory": {
      const path = resolve(source.path);
      if (source.validated === undefined) return [readFolder(path)];
      const found = { manifest: source.validated, isValidated: true };
      return [{ ...found, file: join(path, "plugin.json"), location: { kind: "folder", path } }];
    }
    case "collection":
      return readCollection(resolve(source.path));
    case "inline":
      return [
        { manifest: source.manifest, file: "inline", location: { kind: "inline", plugin: source.plugin } },
      ];
  }
}

const isFound = (entry: FoundManifest | PictorError): entry is FoundManifest => !(entry instanceof Error);

/** Reads the manifests of all sources, in their order. */
export function discoverPlugins(sources: readonly PluginSource[]): Discovery {
  const entries = sources.flatMap(readSource);
  return { found: entries.filter(isFound), problems: entries.filter((entry) => entry instanceof Error) };
}
