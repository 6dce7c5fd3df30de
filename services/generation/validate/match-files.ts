// Finds the backend's name of a model file that the user wrote with other case or slashes, or without its extension or
// folder. Pure.

import { isModelFile, withoutModelEnding, type Catalog, type Graph } from "@pictor/kernel";
import { replaceInputTexts } from "./replace-input-texts.js";

/** A file name with forward slashes, and with its accents composed: macOS stores them apart from their letters. */
const portableName = (name: string): string => name.replaceAll("\\", "/").normalize("NFC");
/** The same in lower case. The server itself compares names exactly. */
export const normalizedName = (name: string): string => portableName(name).toLowerCase();

/** The parts of a path after each of its slashes: `b/c` and `c` of `a/b/c`. */
const pathSuffixes = (file: string): readonly string[] =>
  file
    .split("/")
    .slice(1)
    .map((_part, index, parts) => parts.slice(index).join("/"));

/**
 * The names under which a file is found, from strict to loose. The first kind that fits a file decides, with its case
 * or else without it.
 */
const namesOf: readonly ((file: string) => readonly string[])[] = [
  (file) => [file],
  (file) => [withoutModelEnding(file)],
  pathSuffixes,
  (file) => pathSuffixes(withoutModelEnding(file)),
];

/** The files that names mean, by one way to write names. */
type Index = ReadonlyMap<string, readonly string[]>;

/** The options of an input, looked up in constant time, because a graph can have a thousand loaders of a thousand files. */
class FileNames {
  readonly #options: ReadonlySet<string | number | boolean>;
  #indexes: readonly Index[] | undefined;

  constructor(options: readonly (string | number | boolean)[]) {
    this.#options = new Set(options);
  }

  /** The options that a name means: one, none, or several that it does not tell apart. */
  meant(name: string): readonly string[] {
    if (this.#options.has(name)) return [name];
    if (name === "") return [];
    this.#indexes ??= [...this.#indexesBy(portableName), ...this.#indexesBy(normalizedName)];
    const [exact, folded] = [portableName(name), normalizedName(name)];
    const found = this.#indexes.map((files, index) => files.get(index < namesOf.length ? exact : folded));
    return found.find((files) => files !== undefined) ?? [];
  }

  #indexesBy(normalize: (name: string) => string): readonly Index[] {
    const files = [...this.#options].filter(
      (option): option is string => typeof option === "string" && isModelFile(option),
    );
    return namesOf.map((names) => {
      const byName = new Map<string, string[]>();
      for (const file of files)
        for (const name of names(normalize(file))) {
          const same = byName.get(name);
          if (same === undefined) byName.set(name, [file]);
          else same.push(file);
        }
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

/** The options that a name means: one, none, or several that it does not tell apart. */
export const filesMeant = (
  name: string,
  options: readonly (string | number | boolean)[],
): readonly string[] => fileNamesOf(options).meant(name);

/** The option that a name means; undefined if no option or several match. */
export function matchFile(name: string, options: readonly (string | number | boolean)[]): string | undefined {
  const [found, ...others] = filesMeant(name, options);
  return others.length === 0 ? found : undefined;
}

/** Replaces model file names by those of the backend. A name without a match stays as it is. */
export const withServerNames = (graph: Graph, catalog: Catalog): Graph =>
  replaceInputTexts(graph, catalog, (text, { options, lenient }) =>
    lenient === true || options === undefined ? undefined : matchFile(text, options),
  );
