// Reads a text that people write with an editor of their own.

import { readFile } from "node:fs/promises";
import { isUtf16 } from "../errors/json-syntax-problem.js";

/** The text without its byte order mark. Rejects with errors of the system, and for a file in UTF-16. */
export async function readText(file: string): Promise<string> {
  const text = await readFile(file, "utf8");
  if (isUtf16(text)) throw new Error("it is encoded as UTF-16, and has to be UTF-8");
  return text.replace(/^\uFEFF/, "");
}
