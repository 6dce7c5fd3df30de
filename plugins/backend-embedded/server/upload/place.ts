// Where an upload goes: the folder, the name, and what happens when the name is taken.
import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { copyFile, link, mkdir, rename, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { systemCode } from "@pictor/kernel/plugin";
import type { DataFolders } from "../../files/data-folder.js";
import { inside } from "../../files/inside.js";
import type { Form, StagedFile } from "./form.js";

/** Where the form wants its file, or undefined when that leads out of the folder. */
export interface Place {
  readonly type: "input" | "temp" | "output";
  readonly subfolder: string;
  readonly filename: string;
  readonly folder: string;
  readonly overwrite: boolean;
}

/** Throws for a type that does not exist. */
export function placeOf(form: Form, filename: string, folders: DataFolders): Place | undefined {
  const type = uploadType(form.fields.get("type"));
  const subfolder = form.fields.get("subfolder") ?? "";
  const overwrite = form.fields.get("overwrite") ?? "";
  if (`${subfolder}${filename}`.includes("\0")) throw new TypeError("A name has a zero character");
  const folder = inside(folders[type], subfolder);
  if (folder === undefined || inside(folders[type], subfolder, filename) === undefined) return undefined;
  return { type, subfolder, filename, folder, overwrite: overwrite === "true" || overwrite === "1" };
}

/** Without a type the upload is an input; an empty or unknown one is a fault. */
export function uploadType(given: string | undefined): Place["type"] {
  if (given === undefined || given === "input") return "input";
  if (given === "temp" || given === "output") return given;
  throw new TypeError(`unknown upload type ${given}`);
}

/**
 * The name under which the upload is to be kept. Unless it may overwrite: a file of that name with the same contents
 * stands for it (`kept`), another one makes it `name (1).png`, `name (2).png`, ...
 */
export async function freeName(
  place: Place,
  sha256: string,
): Promise<{ readonly filename: string; readonly kept: boolean }> {
  await mkdir(place.folder, { recursive: true, mode: 0o700 });
  if (place.overwrite) return { filename: place.filename, kept: false };
  const { dir, name, ext } = path.parse(place.filename);
  for (let count = 0; ; count += 1) {
    const filename = count === 0 ? place.filename : path.join(dir, `${name} (${count})${ext}`);
    const file = path.join(place.folder, filename);
    if (!(await exists(file))) return { filename, kept: false };
    if ((await sha256Of(file)) === sha256) return { filename, kept: true };
  }
}

/** Moves the staged file to its name; gives the name under which it is found. */
export async function keep(place: Place, file: StagedFile): Promise<string> {
  for (;;) {
    const { filename, kept } = await freeName(place, file.sha256);
    if (kept || (await moveTo(path.join(place.folder, filename), file.path, place.overwrite)))
      return filename;
  }
}

/** False when somebody else took the name meanwhile. */
async function moveTo(target: string, from: string, overwrite: boolean): Promise<boolean> {
  if (overwrite) {
    await rename(from, target);
    return true;
  }
  try {
    await link(from, target).catch((error: unknown) => {
      if (systemCode(error) === "EEXIST" || systemCode(error) === "ENOENT") throw error;
      return copyFile(from, target, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** A folder in the way has no contents to compare, which is a fault there too. */
async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
