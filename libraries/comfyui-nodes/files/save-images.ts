// Saves image files with the naming scheme of ComfyUI: prefix variables, subfolders and a counter.
import { closeSync, mkdirSync, openSync, readdirSync, writeSync } from "node:fs";
import path from "node:path";
import { systemCode } from "@pictor/kernel/plugin";
import { inside, relativePath } from "@pictor/comfyui-graph";

/** Thrown for a prefix that leads outside the folder, with the message of a real server. */
class OutsideFolderError extends Error {}

/** Values of the prefix variables. */
export interface PrefixValues {
  readonly width: number;
  readonly height: number;
  readonly now: Date;
}

/** Replaces `%width% %height% %year% %month% %day% %hour% %minute% %second%`. */
export function expandPrefix(prefix: string, { width, height, now }: PrefixValues): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const values = new Map([
    ["width", String(width)],
    ["height", String(height)],
    ["year", String(now.getFullYear())],
    ["month", two(now.getMonth() + 1)],
    ["day", two(now.getDate())],
    ["hour", two(now.getHours())],
    ["minute", two(now.getMinutes())],
    ["second", two(now.getSeconds())],
  ]);
  return prefix.replace(/%(\w+)%/g, (whole, name: string) => values.get(name) ?? whole);
}

/** Writes the files of a batch as `<prefix>_00001_.png` and so on. The counter continues after the highest one in the folder. */
export function saveImages(root: string, prefix: string, files: readonly Buffer[], extension = "png") {
  const folder = inside(root, path.dirname(prefix));
  const base = path.basename(prefix);
  if (folder === undefined) {
    throw new OutsideFolderError("**** ERROR: Saving image outside the output folder is not allowed.");
  }
  makeFolder(folder);
  const subfolder = relativePath(root, folder);
  let counter = nextCounter(readdirSync(folder), base);
  return files.map((bytes, index) => {
    const stem = base.replaceAll("%batch_num%", String(index));
    for (;;) {
      const filename = `${stem}_${String(counter).padStart(5, "0")}_.${extension}`;
      counter += 1;
      if (writeNew(path.join(folder, filename), bytes)) return { filename, subfolder };
    }
  });
}

/**
 * Creates a folder and its missing parents. Node's own recursive mkdirSync never returns where none can be created, as
 * below /proc.
 */
function makeFolder(folder: string): void {
  const make = (): void => {
    try {
      mkdirSync(folder);
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
  };
  try {
    make();
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || path.dirname(folder) === folder) throw error;
    makeFolder(path.dirname(folder));
    make();
  }
}

/** The next counter for the prefix `base`: one more than the highest one in the names of the files. */
export const nextCounter = (names: readonly string[], base: string): number =>
  names
    .filter((name) => name.startsWith(`${base}_`))
    .map((name) => Number.parseInt(name.slice(base.length + 1), 10))
    .reduce((most, counter) => (counter > most ? counter : most), 0) + 1;

/** Writes a file. Returns false when the file exists; never overwrites a file. */
function writeNew(file: string, bytes: Buffer): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, "wx");
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
  } finally {
    closeSync(descriptor);
  }
  return true;
}
