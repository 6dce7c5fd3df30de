// Finds the backend's name of a model file that the user wrote with other case or slashes, or without its extension or
// folder. Pure.

import type { Catalog, Graph } from "@pictor/kernel";
import { replaceInputTexts } from "./replace-input-texts.js";

const modelExtension = /\.(?:safetensors|sft|ckpt|pth|pt|bin|gguf|onnx|ya?ml)$/i;

/** A file name in lower case and with forward slashes. The server itself compares names exactly. */
export const normalizedName = (name: string): string => name.replaceAll("\\", "/").toLowerCase();
const withoutExtension = (name: string): string => name.replace(modelExtension, "");

/** The parts of a path after each of its slashes: `b/c` and `c` of `a/b/c`. */
const pathSuffixes = (file: string): readonly string[] =>
  file
    .split("/")
    .slice(1)
    .map((_part, index, parts) => parts.slice(index).join("/"));

/** The names under which a file is found, from strict to loose. The first kind that fits exactly one file decides. */
const namesOf: readonly ((file: string) => readonly string[])[] = [
  (file) => [file],
  (file) => [withoutExtension(file)],
  pathSuffixes,
  (file) => pathSuffixes(withoutExtension(file)),
];

const several = Symbol("several files");

/** The options of an input, looked up in constant time, because a graph can have a thousand loaders of a thousand files. */
class FileNames {
  readonly #options: ReadonlySet<string | number | boolean>;
  #byName: readonly ReadonlyMap<string, string | typeof several>[] | undefined;

  constructor(options: readonly (string | number | boolean)[]) {
    this.#options = new Set(options);
  }

  /** The option that a name means; undefined if no option or several match. */
  match(name: string): string | undefined {
    if (this.#options.has(name)) return name;
    const wanted = normalizedName(name);
    if (wanted === "") return undefined;
    this.#byName ??= this.#index();
    const found = this.#byName.map((files) => files.get(wanted)).find((file) => file !== undefined);
    return found === several ? undefined : found;
  }

  #index(): readonly ReadonlyMap<string, string | typeof several>[] {
    const files = [...this.#options].filter(
      (option): option is string => typeof option === "string" && modelExtension.test(option),
    );
    return namesOf.map((names) => {
      const byName = new Map<string, string | typeof several>();
      for (const file of files)
        for (const name of names(normalizedName(file))) byName.set(name, byName.has(name) ? several : file);
      return byName;
    });
  }
}

const known = new WeakMap<readonly (string | number | boolean)[], FileNames>();

function fileNamesOf(options: readonly (string | number | boolean)[]): FileNames {
  const names = known.get(options) ?? new FileNames(options);
  known.set(options, names);
  return names;
}

/** The option that a name means; undefined if no option or several match. */
export const matchFile = (name: string, options: readonly string[]): string | undefined =>
  fileNamesOf(options).match(name);

/** Replaces model file names by those of the backend. A name without a match stays as it is. */
export const withServerNames = (graph: Graph, catalog: Catalog): Graph =>
  replaceInputTexts(graph, catalog, (text, { options, lenient }) =>
    lenient === true || options === undefined ? undefined : fileNamesOf(options).match(text),
  );
