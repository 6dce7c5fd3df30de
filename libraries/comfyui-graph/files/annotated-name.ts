// Reads file names that end with the name of their folder, such as `cat.png [output]`.
import { existsSync } from "node:fs";
import { inside } from "./inside.js";

export type FileArea = "input" | "output" | "temp";

/** Separates the file name from its annotation. A name without an annotation has no area. */
export function splitAnnotation(name: string): { readonly name: string; readonly area?: FileArea } {
  const area = (["output", "input", "temp"] as const).find((word) => name.endsWith(`[${word}]`));
  // As on real servers, one character before the bracket is removed, whatever it is.
  return area === undefined ? { name } : { name: name.slice(0, -(area.length + 3)), area };
}

/** The path of an existing file or folder. A name without an annotation belongs to the input folder. */
export function existingFile(
  annotated: string,
  folders: Readonly<Record<FileArea, string>>,
): string | undefined {
  const { name, area = "input" } = splitAnnotation(annotated);
  const file = name.includes("\0") ? undefined : inside(folders[area], name);
  return file !== undefined && existsSync(file) ? file : undefined;
}
