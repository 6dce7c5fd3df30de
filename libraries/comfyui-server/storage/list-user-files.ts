// Lists the files in a user's folder with their sizes and times.
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { relativePath } from "@pictor/comfyui-graph";

/** Paths of the files below the folder, with slashes and without hidden files. Undefined when the folder does not exist. */
export async function listFiles(folder: string, recurse: boolean): Promise<string[] | undefined> {
  const info = await stat(folder).catch(() => undefined);
  if (info === undefined) return undefined;
  const entries = info.isDirectory()
    ? await readdir(folder, { recursive: recurse, withFileTypes: true })
    : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relativePath(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.split("/").some((part) => part.startsWith(".")))
    .sort();
}

/** Times are seconds since 1970 with a fraction, as ComfyUI 0.8 sends them. */
export async function readFileInfo(folder: string, name: string): Promise<Record<string, unknown>> {
  const info = await stat(path.join(folder, name));
  return { path: name, size: info.size, modified: info.mtimeMs / 1000, created: info.ctimeMs / 1000 };
}

/** Everything below `folder` with paths relative to `root`: folders first, then files, each sorted by name. */
export async function listTree(root: string, folder: string): Promise<Record<string, unknown>[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const listed = await Promise.all(
    entries.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const about = { name: entry.name, path: relativePath(root, file) };
      if (entry.isDirectory()) return { ...about, type: "directory" };
      const info = await stat(file);
      return { ...about, type: "file", size: info.size, modified: info.mtimeMs / 1000 };
    }),
  );
  const rank = ({ type }: { type: string }): number => (type === "directory" ? 0 : 1);
  const byName = (a: { name: string }, b: { name: string }): number =>
    a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1;
  return listed.sort((a, b) => rank(a) - rank(b) || byName(a, b));
}
