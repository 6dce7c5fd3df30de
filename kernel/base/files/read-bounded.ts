// Reads a file whose content is not trusted: reading a pipe or a device never ends, and a sparse file fills the memory.

import { readFileSync, statSync } from "node:fs";

/** The text of a regular file. Throws for a pipe, device or folder, and for a file of more than `maxBytes`. */
export function readBounded(file: string, maxBytes: number): string {
  const found = statSync(file);
  if (!found.isFile()) throw new Error("it is not a regular file");
  if (found.size > maxBytes) throw new Error(`it has ${found.size} bytes, more than ${maxBytes}`);
  return readFileSync(file, "utf8");
}
