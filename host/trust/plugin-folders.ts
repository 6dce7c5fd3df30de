// The plugin folders of a project: their files are hashed, so that a change is noticed, and a folder that others can change
// is refused.

import { createHash, type Hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, type Stats } from "node:fs";
import { join, relative } from "node:path";
import { fault } from "@pictor/kernel";
import { isInside } from "./inside.js";
import { createPower, shown, type Power } from "./power.js";

const writableByAll = 0o002;

/** Why a file or folder is not acceptable; undefined if it is. Windows has neither owner ids nor mode bits. */
function unsafeReason({ mode, uid }: Stats): string | undefined {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  if ((mode & writableByAll) !== 0) return "every user of this machine can change it";
  return uid === own || uid === 0 ? undefined : "it belongs to another user";
}

const unsafe = (path: string, reason: string): Error => fault("PLUGIN_FOLDER_UNSAFE", { path, reason });

/** Adds the files below `path` to the hash, through links too. `seen` holds the folders on the way, by their real paths. */
function addFiles(path: string, name: string, project: string, hash: Hash, seen: readonly string[]): void {
  const real = realpathSync(path);
  if (!isInside(project, real)) throw unsafe(path, `it is a link to ${real}, outside the project`);
  const found = statSync(real);
  const reason = unsafeReason(found);
  if (reason !== undefined) throw unsafe(path, reason);
  if (found.isDirectory()) {
    if (seen.includes(real)) return;
    for (const child of readdirSync(real).sort())
      addFiles(join(path, child), `${name}/${child}`, project, hash, [...seen, real]);
  } else if (found.isFile()) {
    const content = createHash("sha256").update(readFileSync(real)).digest("hex");
    hash.update(JSON.stringify([name, content]));
  }
}

/** The plugins in a directory of `pluginDirectories`, which may itself be one. */
function pluginsIn(directory: string): readonly string[] {
  if (existsSync(join(directory, "plugin.json"))) return [directory];
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .sort()
    .map((name) => join(directory, name))
    .filter((path) => existsSync(join(path, "plugin.json")));
}

/**
 * One power for each plugin in the directories. Throws `PLUGIN_FOLDER_UNSAFE` for a folder or file that leads out of the
 * project by a link, that every user can change, or that belongs to another user. A directory that is named with a path
 * outside the project is a project of its own in this respect.
 */
export function pluginFolderPowers(directories: readonly string[], folder: string): readonly Power[] {
  return directories.flatMap((directory) =>
    pluginsIn(directory).map((plugin) => {
      const isOutside = !isInside(folder, directory);
      const hash = createHash("sha256");
      addFiles(plugin, "", realpathSync(isOutside ? directory : folder), hash, []);
      const where = isOutside ? plugin : relative(folder, plugin);
      const content = { plugin: where, files: hash.digest("hex") };
      return createPower("/pluginDirectories", `runs the plugin code in ${shown(where)}`, content, {
        isNamed: isOutside,
      });
    }),
  );
}
