// The plugin folders of a project: all code of the project is hashed, so that a change is noticed, and files that others can
// change are refused.

import { createHash, type Hash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
} from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { fault, reasonOf } from "@pictor/kernel";
import { isInside, isNetworkPath } from "./inside.js";
import { createPower, type Power } from "./power.js";
import { shown } from "./shown.js";

const writableByAll = 0o002;
const isSticky = 0o1000;

/** Why a file or folder is not acceptable; undefined if it is. Windows has neither owner ids nor mode bits. */
function unsafeReason({ mode, uid }: Stats): string | undefined {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  if ((mode & writableByAll) !== 0 && (mode & isSticky) === 0)
    return "every user of this machine can change it";
  return uid === own || uid === 0 ? undefined : "it belongs to another user";
}

const unsafe = (path: string, reason: string): Error => fault("PLUGIN_FOLDER_UNSAFE", { path, reason });

function requireSafe(path: string): Stats {
  const found = statSync(path);
  const reason = unsafeReason(found);
  if (reason !== undefined) throw unsafe(path, reason);
  return found;
}

/** Adds the files below `path` to the hash, through links too. `seen` holds the folders on the way, by their real paths. */
function addFiles(path: string, name: string, project: string, hash: Hash, seen: readonly string[]): void {
  let real: string;
  try {
    real = realpathSync(path);
  } catch (error) {
    throw unsafe(path, `it is a link that leads nowhere (${reasonOf(error)})`);
  }
  if (!isInside(project, real)) throw unsafe(path, `it is a link to ${real}, outside the project`);
  const found = requireSafe(real);
  if (found.isDirectory()) {
    if (seen.includes(real)) return;
    for (const child of readdirSync(real).sort())
      addFiles(join(path, child), `${name}/${child}`, project, hash, [...seen, real]);
  } else if (found.isFile()) {
    const content = createHash("sha256").update(readFileSync(real)).digest("hex");
    hash.update(JSON.stringify([name, content]));
  }
}

const codeFile = new Set([".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".node", ".wasm"]);
const isCode = (name: string): boolean => codeFile.has(extname(name)) || name === "package.json";
const isIgnored = (name: string): boolean => name === ".git" || name === ".hg";

/**
 * Adds the code of the project outside its plugins, which a plugin may import. Installed packages are compared by their sizes
 * and times of change, because they are many.
 */
function addProjectCode(folder: string, plugins: readonly string[], isPackage: boolean, hash: Hash): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (isIgnored(entry.name) || plugins.includes(path)) continue;
      addProjectCode(path, plugins, isPackage || entry.name === "node_modules", hash);
    } else if (entry.isSymbolicLink() || isCode(entry.name)) {
      const { size, mtimeMs, ctimeMs } = lstatSync(path);
      const content =
        isPackage || entry.isSymbolicLink()
          ? [size, mtimeMs, ctimeMs]
          : createHash("sha256").update(readFileSync(path)).digest("hex");
      hash.update(JSON.stringify([path, content]));
    }
  }
}

/** The plugins in a directory of `pluginDirectories`, which may itself be one. */
function pluginsIn(directory: string): readonly string[] {
  if (isNetworkPath(directory)) throw unsafe(directory, "it is on another machine");
  if (existsSync(join(directory, "plugin.json"))) return [directory];
  if (!existsSync(directory) || !statSync(directory).isDirectory()) return [];
  return readdirSync(directory)
    .sort()
    .map((name) => join(directory, name))
    .filter((path) => existsSync(join(path, "plugin.json")));
}

/** Every folder from the plugin up to the project, because who can change one of them can replace the plugin. */
function requireSafeWay(plugin: string, project: string): void {
  for (let path = dirname(plugin); isInside(project, path); path = dirname(path)) {
    requireSafe(path);
    if (path === dirname(path)) return;
  }
}

function pluginPower(plugin: string, directory: string, folder: string): Power {
  const isOutside = !isInside(folder, directory);
  const project = realpathSync(isOutside ? directory : folder);
  requireSafeWay(plugin, project);
  const hash = createHash("sha256");
  addFiles(plugin, "", project, hash, []);
  const where = isOutside ? plugin : relative(folder, plugin);
  const content = { plugin: where, files: hash.digest("hex") };
  return createPower("/pluginDirectories", `runs the plugin code in ${shown(where)}`, content, {
    isNamed: isOutside,
  });
}

/**
 * One power for each plugin in the directories, and one for the other code of the project, which plugins may import. Throws
 * `PLUGIN_FOLDER_UNSAFE` for a folder or file that leads out of the project by a link, that every user can change, or that
 * belongs to another user. A directory that is named with a path outside the project is a project of its own in this respect.
 * `replaced` are the user's own directories, which the project's replace.
 */
export function pluginFolderPowers(
  directories: readonly string[],
  folder: string,
  replaced: readonly string[],
): readonly Power[] {
  const plugins = directories.flatMap((directory) =>
    pluginsIn(directory).map((plugin) => ({ plugin, directory })),
  );
  const pointer = "/pluginDirectories";
  const unused = replaced.filter((directory) => !directories.includes(directory));
  const powers =
    unused.length === 0
      ? []
      : [
          createPower(pointer, `does not use your plugin folders ${unused.map(shown).join(", ")}`, unused, {
            isNamed: true,
          }),
        ];
  if (plugins.length === 0) return powers;
  const hash = createHash("sha256");
  addProjectCode(
    folder,
    plugins.map(({ plugin }) => plugin),
    false,
    hash,
  );
  return [
    ...powers,
    createPower(pointer, "lets these plugins import the other code of this folder", hash.digest("hex")),
    ...plugins.map(({ plugin, directory }) => pluginPower(plugin, directory, folder)),
  ];
}
