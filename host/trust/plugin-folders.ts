// The powers of a project's plugin folders: all code of the project is hashed to detect changes, and files that other
// users can change are refused.

import { createHash, type Hash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { fault, reasonOf } from "@pictor/kernel";
import { fileFingerprint } from "./file-fingerprint.js";
import { isInside, withSlashes } from "./inside.js";
import { placeOf, quotePath } from "./link-powers.js";
import { isNetworkPath } from "./network-path.js";
import { createPower, type Power } from "./power.js";
import { quoteValue } from "./shown.js";
import { unsafeReason } from "./unsafe-reason.js";

const pointer = "/pluginDirectories";
const unsafe = (path: string, reason: string): Error => fault("PLUGIN_FOLDER_UNSAFE", { path, reason });

function requireSafe(path: string): Stats {
  const found = statSync(path);
  const reason = unsafeReason(found);
  if (reason !== undefined) throw unsafe(path, reason);
  return found;
}

/**
 * Adds the files below `path` to the hash, following links. `seen` has the name of each folder by its real path: a
 * folder to which many links lead is read once, because links to folders of links have more ways than can ever be
 * walked.
 */
function addFiles(path: string, name: string, project: string, hash: Hash, seen: Map<string, string>): void {
  let real: string;
  try {
    real = realpathSync.native(path);
  } catch (error) {
    throw unsafe(path, `it is a link that leads nowhere (${reasonOf(error)})`);
  }
  if (!isInside(project, real)) throw unsafe(path, `it is a link to ${real}, outside the project`);
  const found = requireSafe(real);
  if (found.isDirectory()) {
    const known = seen.get(real);
    if (known !== undefined) return void hash.update(JSON.stringify([name, "as", known]));
    seen.set(real, name);
    for (const child of readdirSync(real).sort())
      addFiles(join(path, child), `${name}/${child}`, project, hash, seen);
  } else if (found.isFile()) {
    hash.update(JSON.stringify([name, fileFingerprint(real)]));
  }
}

const codeFile = new Set([".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".node", ".wasm"]);
/** Letter case does not count: where file systems ignore it, `x.js` is imported from a file `X.JS`. */
const isCode = (name: string): boolean =>
  codeFile.has(extname(name).toLowerCase()) || name.toLowerCase() === "package.json";
const isIgnored = (name: string): boolean => name === ".git" || name === ".hg";

/**
 * Adds the code of the project outside its plugins, which a plugin may import. Installed packages are compared by their sizes
 * and times of change, because they are many.
 */
function addProjectCode(
  folder: string,
  search: { readonly plugins: readonly string[]; readonly hash: Hash; readonly isPackage: boolean },
): void {
  const { plugins, hash, isPackage } = search;
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (isIgnored(entry.name) || plugins.includes(path)) continue;
      addProjectCode(path, { ...search, isPackage: isPackage || entry.name === "node_modules" });
    } else if (entry.isSymbolicLink() || isCode(entry.name)) {
      const { size, mtimeMs, ctimeMs } = lstatSync(path);
      const content = isPackage || entry.isSymbolicLink() ? [size, mtimeMs, ctimeMs] : fileFingerprint(path);
      hash.update(JSON.stringify([path, content]));
    }
  }
}

/** The folders of the plugins in a directory of `pluginDirectories`, which may itself be the folder of a plugin. */
function pluginsIn(directory: string): readonly string[] {
  if (isNetworkPath(directory)) throw unsafe(directory, "it is on another machine");
  if (existsSync(join(directory, "plugin.json"))) return [directory];
  if (!existsSync(directory) || !statSync(directory).isDirectory()) return [];
  return readdirSync(directory)
    .sort()
    .map((name) => join(directory, name))
    .filter((path) => existsSync(join(path, "plugin.json")));
}

/**
 * Checks every folder from the plugin up to the project, because a user who can change one of them can replace the
 * plugin.
 */
function requireSafeWay(plugin: string, project: string): void {
  for (let path = dirname(plugin); isInside(project, path); path = dirname(path)) {
    requireSafe(path);
    if (path === dirname(path)) return;
  }
}

function pluginPower(plugin: string, directory: string, folder: string, at = pointer): Power {
  const isOutside = !isInside(folder, directory);
  const project = realpathSync.native(isOutside ? directory : folder);
  requireSafeWay(plugin, project);
  // Even if the content of a plugin is not compared, a file that other users can change is refused.
  const hash = createHash("sha256");
  addFiles(plugin, "", project, hash, new Map());
  const files = hash.digest("hex");
  const where = isOutside ? plugin : withSlashes(relative(folder, plugin));
  const { real } = placeOf(folder, plugin);
  const text = `runs the plugin code in ${quotePath(folder, where)}`;
  return createPower(at, text, () => ({ plugin: where, real, files }), { isNamed: isOutside });
}

/** The power of replacing the user's list of plugin directories with a list of the project. */
function replacedDirectories(directories: readonly string[], own: readonly string[]): readonly Power[] {
  const unused = own.filter((directory) => !directories.includes(directory));
  if (unused.length === 0) return [];
  const text = `does not use your plugin folders ${unused.map(quoteValue).join(", ")}`;
  return [createPower(pointer, text, () => unused, { isNamed: true })];
}

/**
 * The code of the project that its plugins may import. A project folder may be large, so its files are read only if the
 * digest is needed.
 */
function importedCode(folder: string, plugins: readonly string[], at = pointer): readonly Power[] {
  if (plugins.length === 0) return [];
  const digest = (): string => {
    const hash = createHash("sha256");
    addProjectCode(folder, { plugins, hash, isPackage: false });
    return hash.digest("hex");
  };
  const text =
    "lets its plugins run any other script and package in this folder, such as those in node_modules";
  return [createPower(at, text, digest)];
}

/**
 * One power for each plugin in the directories, and one for the other code of the project, which plugins may import.
 * Throws `PLUGIN_FOLDER_UNSAFE` for a folder or file that leads out of the project by a link, that other users can
 * change, or that belongs to another user. A directory that is named with a path outside the project is checked as a
 * project of its own. `own` are the plugin directories of the user, which those of the project replace.
 */
export function pluginFolderPowers(
  directories: readonly string[],
  folder: string,
  own: readonly string[],
): readonly Power[] {
  const plugins = directories.flatMap((directory) =>
    pluginsIn(directory).map((plugin) => ({ plugin, directory })),
  );
  return [
    ...replacedDirectories(directories, own),
    ...importedCode(
      folder,
      plugins.map(({ plugin }) => plugin),
    ),
    ...plugins.map(({ plugin, directory }) => pluginPower(plugin, directory, folder)),
  ];
}

/** The powers of plugins that are npm packages of the project. Throws as `pluginFolderPowers`. */
export const packagePowers = (plugins: readonly string[], folder: string): readonly Power[] => [
  ...importedCode(folder, plugins, "/package.json"),
  ...plugins.map((plugin) => pluginPower(plugin, join(folder, "node_modules"), folder, "/package.json")),
];
