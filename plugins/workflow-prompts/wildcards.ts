// Wildcard files: a name in a prompt, a text file in the folder, its lines.

import { opendir, readFile, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { didYouMean, reasonOf, systemCode } from "@pictor/kernel/plugin";

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}
/** The lines of a file, at least one, or why there are none: in the words of a problem. */
export type WildcardFile =
  | { readonly lines: readonly Line[] }
  | {
      readonly kind: "unknown-wildcard" | "unreadable-wildcard";
      readonly expected: string;
      readonly advice: string;
    };
/** Looks a wildcard up. */
export type Wildcards = (name: string) => Promise<WildcardFile>;

const largestBytes = 4 * 1024 * 1024;
/** Names that are looked through for one that was meant. */
const mostNames = 10_000;

const literally = "Write \\__ for the signs themselves.";

/** Lines without spaces around them; empty ones and those that begin with `#` are left out. */
export const linesOf = (text: string): readonly Line[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "" && !line.text.startsWith("#"));

/** Every wildcard of the folder, as prompts name them; undefined where there is no folder. */
async function namesIn(folder: string): Promise<readonly string[] | undefined> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      const path = relative(folder, join(entry.parentPath, entry.name));
      if (path.endsWith(".txt")) names.push(path.slice(0, -".txt".length).split(sep).join("/"));
      if (names.length >= mostNames) break;
    }
    return names;
  } catch {
    return undefined;
  }
}

const unreadable = (expected: string, advice: string): WildcardFile => ({
  kind: "unreadable-wildcard",
  expected,
  advice,
});

async function unknown(name: string, folder: string): Promise<WildcardFile> {
  const names = await namesIn(folder);
  const expected = `a file ${name}.txt in ${folder}`;
  const state =
    names === undefined
      ? "There is no such folder; the setting wildcards of workflow-prompts names it."
      : names.length === 0
        ? "The folder has no .txt file; the setting wildcards of workflow-prompts names it."
        : didYouMean(name, names).trim();
  return { kind: "unknown-wildcard", expected, advice: `${state} ${literally}`.trim() };
}

async function readLines(name: string, folder: string): Promise<WildcardFile> {
  // A name is part of a prompt, which may come out of a stranger's picture: it never leads out of the folder.
  const steps = name.split("/");
  if (steps.some((step) => step === "" || /^\.+$/.test(step))) {
    return unreadable("a name inside the folder", `Wildcards are files below ${folder}. ${literally}`);
  }
  const file = `${resolve(folder, ...steps)}.txt`;
  try {
    const { size, isFile } = await stat(file).then((found) => ({ size: found.size, isFile: found.isFile() }));
    if (!isFile) return await unknown(name, folder);
    if (size > largestBytes) return unreadable(`a file of at most ${largestBytes} bytes`, `Divide ${file}.`);
    const lines = linesOf(new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file)));
    if (lines.length === 0)
      return unreadable("a file with lines", `Write one option on each line of ${file}.`);
    return { lines };
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return unknown(name, folder);
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
      return unreadable("a text in UTF-8", `Save ${file} in that encoding.`);
    }
    return unreadable("a file that can be read", `${file} cannot: ${reasonOf(error)}.`);
  }
}

/** Wildcards of one build: each file is read when it is first named, and once. */
export function createWildcards(folder: string): Wildcards {
  const read = new Map<string, Promise<WildcardFile>>();
  return (name) => {
    const known = read.get(name) ?? readLines(name, folder);
    read.set(name, known);
    return known;
  };
}
