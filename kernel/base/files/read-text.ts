// Reads a text that people write with an editor of their own.

import { readFile } from "node:fs/promises";
import { utf16Problem } from "../errors/json-syntax-problem.js";

/** The text without the mark that some editors put in front of it. */
export const withoutByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, "");

/** The text without its byte order mark. Rejects with errors of the system, and for a file in UTF-16. */
export async function readText(file: string): Promise<string> {
  const text = await readFile(file, "utf8");
  const problem = utf16Problem(text);
  if (problem !== undefined) throw new Error(problem);
  return withoutByteOrderMark(text);
}
