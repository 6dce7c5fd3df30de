// Lists the files that are the choices of an input.
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { FileList, NodeFolders } from "../node/node.js";

const IMAGES = /\.(png|jpe?g|webp|gif|bmp|tiff?|ico|avif|svg)$/i;

/** File names in the order in which `/object_info` shows them; none for a folder that cannot be read. */
export function listComboFiles(list: FileList, folders: NodeFolders): string[] {
  if (list === "output images") {
    return filesBelow(folders.output, true)
      .filter((name) => IMAGES.test(name))
      .map((name) => ({ name, time: modifiedMs(path.join(folders.output, name)) }))
      .sort((a, b) => b.time - a.time)
      .map(({ name }) => `${name} [output]`);
  }
  const files = filesBelow(folders.input, false).sort();
  return list === "input images" ? files.filter((name) => IMAGES.test(name)) : files;
}

function filesBelow(folder: string, recursive: boolean): string[] {
  try {
    return readdirSync(folder, { recursive, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
}

const modifiedMs = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
