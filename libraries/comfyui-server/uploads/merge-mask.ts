// Stores a mask upload: the original image with the alpha channel of the uploaded one.
import { discard, isRecord, moveFile, parseJson } from "@pictor/kernel/plugin";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { inside, splitAnnotation } from "@pictor/comfyui-graph";
import type { DataFolders } from "../storage/data-folders.js";
import { decodeImage, encodePng, readPngTextChunks } from "@pictor/images";
import { withAlphaOf, type StagedFile } from "@pictor/comfyui-protocol";
import type { UploadTarget } from "./upload-target.js";

/**
 * Writes the merged image to the target, or nothing if the original does not exist. Throws when the reference is not a JSON
 * object with a file name, when a file is not an image, and when the sizes differ.
 */
export async function mergeMask(
  target: UploadTarget,
  mask: StagedFile,
  reference: string | undefined,
  folders: DataFolders,
): Promise<void> {
  const original = await originalFile(reference, folders);
  if (original === undefined) return;
  const bytes = await readFile(original);
  const merged = withAlphaOf(decodeImage(bytes), decodeImage(await readFile(mask.path)));
  const file = encodePng(merged, { texts: readPngTextChunks(bytes), level: 4 });
  const staged = `${mask.path}.png`;
  try {
    await writeFile(staged, file, { flag: "wx" });
    await moveFile(staged, path.join(target.folder, target.filename));
  } finally {
    await discard(staged);
  }
}

async function originalFile(
  reference: string | undefined,
  folders: DataFolders,
): Promise<string | undefined> {
  const sent = parseJson(reference ?? "");
  const filename: unknown = isRecord(sent) ? sent["filename"] : undefined;
  if (!isRecord(sent) || typeof filename !== "string")
    throw new TypeError("The form field original_ref names no file");
  const { name, area = sent["type"] ?? "output" } = splitAnnotation(filename);
  const subfolder = typeof sent["subfolder"] === "string" ? sent["subfolder"] : "";
  if (name === "" || name.startsWith("/") || name.includes("..")) return undefined;
  if (area !== "input" && area !== "output" && area !== "temp") return undefined;
  const folder = inside(folders[area], subfolder);
  const file = folder === undefined ? undefined : inside(folder, name);
  const info = file === undefined ? undefined : await stat(file).catch(() => undefined);
  return info?.isFile() ? file : undefined;
}
