// Finds the place of an error in a plugin's files: the first frame of its stack, or the line of a syntax error.

import { readdirSync, readFileSync } from "node:fs";
import { join, normalize, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { realPathOfExisting } from "./contained-path.js";

/**
 * The path of the file that each line of a stack names, and the position in it, such as `:1:38`; of an import that fails,
 * `:2`. The path has the slashes of this system, also where a program that maps stacks to sources has written others.
 */
export const stackFrames = (stack: string) =>
  stack.split("\n").map((line) => {
    const [, file = "", position = ""] =
      /^(?:\s*at (?:async )?(?:.*? \()?|(?=file:\/\/\/))(.+?)((?::\d+){1,2})\)?$/.exec(line) ?? [];
    return { path: file.startsWith("file:") ? fileURLToPath(file) : normalize(file), position };
  });

/** The first frame of a stack that lies in the folder, relative to it: `index.js:1:38`. */
function findStackFrame(stack: string, folder: string): string | undefined {
  const root = realPathOfExisting(folder) + sep;
  const found = stackFrames(stack).find(({ path }) => path.startsWith(root));
  return found && relative(root, found.path) + found.position;
}

const mostFiles = 100;

/** Converts a module to a script, without its imports and exports, which cannot contain the syntax error. */
const asScript = (module: string): string =>
  `"use strict"; (async () => {\n${module
    .replace(/^\s*import\b[^'"()]*?(['"]).*?\1;?/gm, (text) => text.replace(/[^\n]/g, " "))
    .replace(/^(\s*)export\s+default\b/gm, "$1globalThis._ =")
    .replace(/^(\s*)export\b(?=\s+(?:const|let|var|class|function|async)\b)/gm, "$1")}\n})`;

/**
 * Node reports the syntax error of a module without its place. This function compiles every module of the folder as a
 * script and returns the one with the same error. It runs nothing.
 */
function findSyntaxError(message: string, folder: string): string | undefined {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.m?js$/.test(file) && !file.split(sep).includes("node_modules"))
    .slice(0, mostFiles);
  for (const file of files) {
    try {
      new Script(asScript(readFileSync(join(folder, file), "utf8")), { filename: file, lineOffset: -1 });
    } catch (error) {
      if (!(error instanceof SyntaxError) || error.message !== message) continue;
      // The stack of a syntax error begins with its place, the line of source, and a mark below the column.
      const [, line, before = ""] = /:(\d+)\n.*\n( *)\^/.exec(error.stack ?? "") ?? [];
      if (line !== undefined) return `${file}:${line}:${before.length + 1}`;
    }
  }
  return undefined;
}

/** ` (at index.js:1:38)`, to append to the description of an error; empty if the place is unknown. */
export function sourceLocation(folder: string | undefined, thrown: unknown): string {
  if (folder === undefined || !(thrown instanceof Error)) return "";
  try {
    const place =
      findStackFrame(thrown.stack ?? "", folder) ??
      (thrown instanceof SyntaxError ? findSyntaxError(thrown.message, folder) : undefined);
    return place === undefined ? "" : ` (at ${place})`;
  } catch {
    // The property `stack` of a thrown value may be anything, such as a getter that throws.
    return "";
  }
}
