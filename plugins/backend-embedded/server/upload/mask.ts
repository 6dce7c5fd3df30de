// A mask upload: the original picture with the alpha of the upload, under the upload's name.
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { splitAnnotation } from "../../files/annotated-name.js";
import type { DataFolders } from "../../files/data-folder.js";
import { decodePicture } from "../../files/decode-picture.js";
import { inside } from "../../files/inside.js";
import { encodePng } from "../../files/png.js";
import type { RgbaPicture } from "../../files/picture.js";
import { pngTextsOf } from "../../files/png-texts.js";
import { isObject, parseJson } from "../../json.js";
import type { StagedFile } from "./form.js";
import type { Place } from "./place.js";

/**
 * Writes the merged picture. A reference that leads nowhere writes nothing, without an error; one that is no JSON object
 * with a file name throws, as do files that are no pictures and sizes that differ.
 */
export async function mergeMask(
  place: Place,
  mask: StagedFile,
  reference: string | undefined,
  folders: DataFolders,
): Promise<void> {
  const original = await originalFile(reference, folders);
  if (original === undefined) return;
  const bytes = await readFile(original);
  const merged = withAlphaOf(decodePicture(bytes), decodePicture(await readFile(mask.path)));
  const file = encodePng(merged, { texts: pngTextsOf(bytes), level: 4 });
  const staged = `${mask.path}.png`;
  try {
    await writeFile(staged, file, { flag: "wx" });
    await rename(staged, path.join(place.folder, place.filename));
  } finally {
    await rm(staged, { force: true });
  }
}

async function originalFile(
  reference: string | undefined,
  folders: DataFolders,
): Promise<string | undefined> {
  const sent = parseJson(reference ?? "");
  const filename: unknown = isObject(sent) ? sent["filename"] : undefined;
  if (!isObject(sent) || typeof filename !== "string") throw new TypeError("original_ref names no file");
  const { name, area = sent["type"] ?? "output" } = splitAnnotation(filename);
  const subfolder = typeof sent["subfolder"] === "string" ? sent["subfolder"] : "";
  if (name === "" || name.startsWith("/") || name.includes("..")) return undefined;
  if (area !== "input" && area !== "output" && area !== "temp") return undefined;
  const folder = inside(folders[area], subfolder);
  const file = folder === undefined ? undefined : inside(folder, name);
  const info = file === undefined ? undefined : await stat(file).catch(() => undefined);
  return info?.isFile() ? file : undefined;
}

function withAlphaOf(original: RgbaPicture, mask: RgbaPicture): RgbaPicture {
  if (original.width !== mask.width || original.height !== mask.height) throw new RangeError("sizes differ");
  const rgba = Uint8Array.from(original.rgba);
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = mask.rgba[i] as number;
  return { ...original, rgba, hasAlpha: true };
}
