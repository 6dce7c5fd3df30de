// Finds the backend's name of a model file that the user wrote with other case or slashes, or without its extension or
// folder. Pure.

import type { Catalog, Graph } from "@pictor/kernel";
import { replaceInputTexts } from "./replace-input-texts.js";

const modelExtension = /\.(?:safetensors|sft|ckpt|pth|pt|bin|gguf|onnx|ya?ml)$/i;

/** A file name in lower case and with forward slashes. The server itself compares names exactly. */
export const normalizedName = (name: string): string => name.replaceAll("\\", "/").toLowerCase();
const withoutExtension = (name: string): string => name.replace(modelExtension, "");

/** Whether a file can be the wanted one. A name with another folder or extension is another file. */
type FileMatcher = (wanted: string, file: string) => boolean;
const isEqual: FileMatcher = (wanted, file) => file === wanted;
const isPathSuffix: FileMatcher = (wanted, file) => file.endsWith(`/${wanted}`);

/** The matchers, from strict to loose. The first one that fits exactly one file decides. */
const matchers: readonly FileMatcher[] = [
  isEqual,
  (wanted, file) => isEqual(wanted, withoutExtension(file)),
  isPathSuffix,
  (wanted, file) => isPathSuffix(wanted, withoutExtension(file)),
];

/** The option that a name means; undefined if no option or several match. */
export function matchFile(name: string, options: readonly string[]): string | undefined {
  if (options.includes(name)) return name;
  const wanted = normalizedName(name);
  if (wanted === "") return undefined;
  for (const isMatch of matchers) {
    const found = options.filter((option) => isMatch(wanted, normalizedName(option)));
    if (found.length === 1) return found[0];
    if (found.length > 1) return undefined;
  }
  return undefined;
}

const filesOf = (options: readonly (string | number | boolean)[] | undefined): readonly string[] =>
  (options ?? []).filter(
    (option): option is string => typeof option === "string" && modelExtension.test(option),
  );

/** Replaces model file names by those of the backend. A name without a match stays as it is. */
export const withServerNames = (graph: Graph, catalog: Catalog): Graph =>
  replaceInputTexts(graph, catalog, (text, { options, lenient }) =>
    lenient === true || options?.includes(text) !== false ? undefined : matchFile(text, filesOf(options)),
  );
