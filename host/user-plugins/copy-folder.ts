// Copies the folder of a plugin. Links are replaced by the files that they name, which must be inside the folder.

import { chmod, copyFile, mkdir, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { archiveLimits, ArchiveProblem, type ArchiveLimits } from "@pictor/archives";
import { isWithin } from "@pictor/kernel";

/** The most that a plugin may contain. */
export const pluginLimits: ArchiveLimits = {
  ...archiveLimits,
  maxEntries: 20_000,
  maxBytes: 512 * 1024 ** 2,
};

/** Left out: installed packages, which npm installs for the copy, and the data of version control. */
const isLeftOut = (name: string, isTop: boolean): boolean =>
  name === ".git" || name === ".hg" || (isTop && name === "node_modules");

/** Copies into a folder that does not exist. Rejects with `ArchiveProblem`, or the error of the system. */
export async function copyPluginFolder(source: string, target: string): Promise<void> {
  const root = await realpath(source);
  const { maxEntries, maxBytes } = pluginLimits;
  let [count, bytes] = [0, 0];
  const copy = async (from: string, to: string, shown: string, above: readonly string[]): Promise<void> => {
    const real = await realpath(from).catch((): never => {
      throw new ArchiveProblem(`"${shown}" is a link that leads nowhere`);
    });
    if (!isWithin(root, real))
      throw new ArchiveProblem(`"${shown}" is a link to ${real}, outside the folder`);
    if (++count > maxEntries) throw new ArchiveProblem(`it holds more than ${maxEntries} files`);
    const found = await stat(real);
    if (found.isDirectory()) {
      if (above.includes(real)) throw new ArchiveProblem(`"${shown}" is a link to a folder above itself`);
      await mkdir(to);
      for (const name of await readdir(real))
        if (!isLeftOut(name, above.length === 0))
          await copy(join(from, name), join(to, name), shown === "." ? name : `${shown}/${name}`, [
            ...above,
            real,
          ]);
      return;
    }
    if (!found.isFile()) throw new ArchiveProblem(`"${shown}" is neither a file nor a folder`);
    bytes += found.size;
    if (bytes > maxBytes) throw new ArchiveProblem(`it is larger than ${maxBytes / 1024 ** 2} MiB`);
    await copyFile(real, to);
    await chmod(to, (found.mode & 0o111) === 0 ? 0o644 : 0o755);
  };
  await copy(root, target, ".", []);
}
