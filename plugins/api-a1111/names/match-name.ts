// Finds the file that a client means: by the title, the name or the path with which the web UI writes a model.

import { modelTitle, withoutModelEnding } from "@pictor/kernel/plugin";

/** `base [1a2b3c4d]` is the title of a model of the web UI; the brackets contain the beginning of its hash. */
const withoutHash = (name: string): string => name.replace(/ \[[\da-f]{6,64}\]$/i, "");

/** The name of a model in the web UI: without its file extension, and with `_` between folders. */
export const modelName = (file: string): string => withoutModelEnding(file).replace(/[\\/]/g, "_");

const withSlashes = (name: string): string => name.replace(/\\/g, "/").toLowerCase();

/** The ways to write a file, from the most to the least exact. */
const ways: readonly ((name: string) => string)[] = [
  (name) => name,
  withSlashes,
  (name) => withoutModelEnding(withSlashes(name)),
  (name) => modelName(name).toLowerCase(),
  (name) => withSlashes(name).replace(/^.*\//, ""),
  (name) => modelTitle(withSlashes(name)),
];

/** The files that the name can mean. */
export function filesMeant(files: readonly string[], name: string): readonly string[] {
  const given = [name, withoutHash(name)];
  for (const way of ways) {
    const found = files.filter((file) => given.some((text) => way(file) === way(text)));
    if (found.length > 0) return found;
  }
  return [];
}

/** The only file that the name means; undefined if there is none, or if it means several. */
export function matchName(files: readonly string[], name: string): string | undefined {
  const [first, ...others] = filesMeant(files, name);
  return others.length === 0 ? first : undefined;
}

export interface ListedFile {
  readonly file: string;
  readonly name: string;
}

/** The files of a list with their names: by each, a request means this file alone. Files that share a name have their path. */
export const listedFiles = (
  files: readonly string[],
  nameOf: (file: string) => string,
): readonly ListedFile[] => {
  const key = (file: string) => nameOf(file).toLowerCase();
  return files.map((file) => {
    const isShared = files.some((other) => other !== file && key(other) === key(file));
    return { file, name: isShared ? file : nameOf(file) };
  });
};
