// File names with their folder behind them: `cat.png [output]`.
import { existsSync } from "node:fs";
import { inside } from "./inside.js";

export type FileArea = "input" | "output" | "temp";

/** The name alone, and the folder that it names, if it names one. */
export function splitAnnotation(name: string): { readonly name: string; readonly area?: FileArea } {
  const area = (["output", "input", "temp"] as const).find((word) => name.endsWith(`[${word}]`));
  // One character stands between the name and the bracket, whatever it is.
  return area === undefined ? { name } : { name: name.slice(0, -(area.length + 3)), area };
}

/** The path of an existing file or folder; without an annotation it is looked for in the input folder. */
export function existingFile(
  annotated: string,
  folders: Readonly<Record<FileArea, string>>,
): string | undefined {
  const { name, area = "input" } = splitAnnotation(annotated);
  const file = name.includes("\0") ? undefined : inside(folders[area], name);
  return file !== undefined && existsSync(file) ? file : undefined;
}
