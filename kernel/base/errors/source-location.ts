// Where in a plugin's own files something went wrong: the first frame of a stack, or the line of a syntax error.

import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

const real = (folder: string): string => {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
};

/** `index.js:1:38`: the first frame of a stack that lies in the folder, relative to it. */
function findStackFrame(stack: string, folder: string): string | undefined {
  const root = real(folder) + sep;
  for (const line of stack.split("\n")) {
    const [, file = "", position = ""] = /^\s*at (?:async )?(?:.*? \()?(.+?)(:\d+:\d+)\)?$/.exec(line) ?? [];
    const path = file.startsWith("file:") ? fileURLToPath(file) : file;
    if (path.startsWith(root)) return relative(root, path) + position;
  }
  return undefined;
}

const mostFiles = 100;

/** A module's text as one that a script may have: what stands in imports and exports cannot be wrong here. */
const asScript = (module: string): string =>
  `"use strict"; (async () => {${module
    .replace(/^\s*import\b[^'"()]*?(['"]).*?\1;?/gm, (text) => text.replace(/[^\n]/g, " "))
    .replace(/^(\s*)export\s+default\b/gm, "$1globalThis._ =")
    .replace(/^(\s*)export\b(?=\s+(?:const|let|var|class|function|async)\b)/gm, "$1")}\n})`;

/**
 * Node tells a module's syntax error without its place. Every module of the folder is read as a script; the one with the
 * same error is the one that is meant. Nothing runs.
 */
function findSyntaxError(message: string, folder: string): string | undefined {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.m?js$/.test(file) && !file.split(sep).includes("node_modules"))
    .slice(0, mostFiles);
  for (const file of files) {
    try {
      new Script(asScript(readFileSync(join(folder, file), "utf8")), { filename: file });
    } catch (error) {
      if (!(error instanceof SyntaxError) || error.message !== message) continue;
      const [, line] = /:(\d+)\n/.exec(error.stack ?? "") ?? [];
      if (line !== undefined) return `${file}:${line}`;
    }
  }
  return undefined;
}

/** ` (at index.js:1:38)`, to be put behind what was thrown; empty where it is not known, and without a folder. */
export function sourceLocation(folder: string | undefined, thrown: unknown): string {
  if (folder === undefined || !(thrown instanceof Error)) return "";
  try {
    const place =
      findStackFrame(thrown.stack ?? "", folder) ??
      (thrown instanceof SyntaxError ? findSyntaxError(thrown.message, folder) : undefined);
    return place === undefined ? "" : ` (at ${place})`;
  } catch {
    // A stack can be anything, also a getter that throws.
    return "";
  }
}
