// Reads wildcard files: a name in a prompt is a text file in the folder of wildcards, and each of its lines is an option.

import { opendir, readFile, realpath, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { expandHome, isWithin, didYouMean, reasonOf, systemCode } from "@pictor/kernel/plugin";
import { isDecimal } from "@pictor/prompt-syntax";

export interface WildcardLine {
  /** Number of the line in the file, from 1. */
  readonly number: number;
  readonly text: string;
  /** Share of the sum of all weights; 1 where the line has none. */
  readonly weight: number;
}
/** A wildcard file: at least one line, or a problem in the words of a `PromptProblem`. */
export type WildcardFile =
  | { readonly lines: readonly WildcardLine[] }
  | {
      readonly kind: "unknown-wildcard" | "unreadable-wildcard";
      readonly expected: string;
      readonly advice: string;
    };
export type ReadWildcard = (name: string) => Promise<WildcardFile>;

const maxFileBytes = 4 * 1024 * 1024;
/** Limit of the names that are compared with an unknown name. */
const maxNames = 10_000;

const escapeAdvice = "Write \\__ for literal underscores.";

/** The configured folder as an absolute path. `~/` is the home folder; a relative path starts at the working directory. */
export const resolveWildcardFolder = (configured: string, home: string, workingDirectory: string): string =>
  resolve(workingDirectory, expandHome(configured, home));

/** A weight at the start of a line, as of an option: `20::hat`. */
const lineWeight = /^(\.?\d[\d.]*)\s*::\s*/;

function parseLine(line: string, number: number): WildcardLine {
  const text = line.trim();
  const [prefix = "", weight = "1"] = lineWeight.exec(text) ?? [];
  return isDecimal(weight)
    ? { number, text: text.slice(prefix.length), weight: Number(weight) }
    : { number, text, weight: 1 };
}

/** Removes spaces around each line, empty lines, and lines that start with `#`; reads the weights. */
export const parseWildcardLines = (text: string): readonly WildcardLine[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line, index) => parseLine(line, index + 1))
    .filter((line) => line.text !== "" && !line.text.startsWith("#"));

/** The names of all wildcards; undefined if the folder cannot be read. */
async function wildcardNames(folder: string): Promise<readonly string[] | undefined> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      const path = relative(folder, join(entry.parentPath, entry.name));
      if (path.endsWith(".txt")) names.push(path.slice(0, -".txt".length).split(sep).join("/"));
      if (names.length >= maxNames) break;
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
  const names = await wildcardNames(folder);
  const expected = `a file ${name}.txt in ${folder}`;
  const hint =
    names === undefined
      ? "This folder cannot be read; the setting wildcards of the plugin workflow-prompts names it."
      : names.length === 0
        ? "This folder has no .txt file; the setting wildcards of the plugin workflow-prompts names it."
        : didYouMean(name, names).trim();
  return { kind: "unknown-wildcard", expected, advice: `${hint} ${escapeAdvice}`.trim() };
}

async function readLines(name: string, folder: string): Promise<WildcardFile> {
  // The prompt may come from an untrusted image, so a name must not lead out of the folder.
  const segments = name.split("/");
  if (segments.some((segment) => segment === "" || /^\.+$/.test(segment))) {
    return unreadable("a name inside the folder", `Wildcards are files below ${folder}. ${escapeAdvice}`);
  }
  const path = `${resolve(folder, ...segments)}.txt`;
  try {
    const file = await stat(path);
    if (!file.isFile()) return await unknown(name, folder);
    if (file.size > maxFileBytes)
      return unreadable(`a file of at most ${maxFileBytes} bytes`, `Split ${path}.`);
    // A folder from an untrusted source may contain a link to a private file.
    if (!isWithin(await realpath(folder), await realpath(path)))
      return unreadable("a file inside the folder, not a link out of it", `Copy the file to ${path}.`);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
    const lines = parseWildcardLines(text);
    if (lines.length === 0)
      return unreadable("a file with lines", `Write one option on each line of ${path}.`);
    if (lines.every(({ weight }) => weight === 0))
      return unreadable("a line with a weight above 0", `Give a line of ${path} such a weight.`);
    return { lines };
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR")
      return (await readOtherForm(name, folder)) ?? unknown(name, folder);
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
      return unreadable("a text in UTF-8", `Save ${path} in this encoding.`);
    }
    return unreadable("a file that can be read", `Reading ${path} failed: ${reasonOf(error)}.`);
  }
}

/** The file whose name has the same letters with their accents apart, as macOS stores names. */
async function readOtherForm(name: string, folder: string): Promise<WildcardFile | undefined> {
  const names = (await wildcardNames(folder)) ?? [];
  const same = names.find((file) => file !== name && file.normalize("NFC") === name.normalize("NFC"));
  return same === undefined ? undefined : readLines(same, folder);
}

/** The most files that a name with `*` takes together. */
const maxMatches = 200;
/** More would make the comparison with a long name slow. */
const maxStars = 4;
const pattern = (name: string): RegExp => {
  const parts = name.normalize("NFC").split(/(\*+)/);
  const source = parts.map((part) =>
    part === "*" ? "[^/]*" : /^\*+$/.test(part) ? ".*" : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
  );
  return new RegExp(`^${source.join("")}$`);
};

/** The lines of all files whose names fit: `*` stands for any part of a name, `**` also for folders. */
async function readMatching(name: string, folder: string): Promise<WildcardFile> {
  if (name.split(/\*+/).length > maxStars + 1)
    return unreadable(
      `at most ${maxStars} times * in a name`,
      `Wildcards are files below ${folder}. ${escapeAdvice}`,
    );
  const wanted = pattern(name);
  const names = ((await wildcardNames(folder)) ?? []).filter((file) => wanted.test(file.normalize("NFC")));
  if (names.length > maxMatches)
    return unreadable(`at most ${maxMatches} files`, `${name} fits ${names.length} files.`);
  const lines: WildcardLine[] = [];
  let characters = 0;
  for (const file of names.toSorted()) {
    const read = await readLines(file, folder);
    if (!("lines" in read)) return read;
    for (const line of read.lines) {
      lines.push(line);
      characters += line.text.length;
    }
    if (characters > maxFileBytes)
      return unreadable(
        `files of at most ${maxFileBytes} bytes together`,
        `${name} fits ${names.length} files.`,
      );
  }
  return lines.length === 0 ? unknown(name, folder) : { lines };
}

/** Creates the reader of one build. It reads each file once, when its name first occurs. */
export function createReadWildcard(folder: string): ReadWildcard {
  const files = new Map<string, Promise<WildcardFile>>();
  return (name) => {
    const read = name.includes("*") ? readMatching : readLines;
    const file = files.get(name) ?? read(name, folder);
    files.set(name, file);
    return file;
  };
}
