// Matches model file names as a person writes them with those of the backend: other case or slashes, a missing extension
// or folder. Pure.

import type { Catalog, Graph, GraphNode, InputValue } from "@pictor/kernel";

const modelExtension = /\.(?:safetensors|sft|ckpt|pth|pt|bin|gguf|onnx|ya?ml)$/i;

/** A file name without differences of case and separator, in which the server's comparison is exact. */
export const normalizedName = (name: string): string => name.replaceAll("\\", "/").toLowerCase();
const withoutExtension = (name: string): string => name.replace(modelExtension, "");
/** Whether a file can be the wanted one. Another folder or extension than the given one means another file. */
type FileMatcher = (wanted: string, file: string) => boolean;
const isEqual: FileMatcher = (wanted, file) => file === wanted;
const isPathSuffix: FileMatcher = (wanted, file) => file.endsWith(`/${wanted}`);

/** From strict to loose; the first matcher that fits exactly one file decides. */
const matchers: readonly FileMatcher[] = [
  isEqual,
  (wanted, file) => isEqual(wanted, withoutExtension(file)),
  isPathSuffix,
  (wanted, file) => isPathSuffix(wanted, withoutExtension(file)),
];

/** The option that a name means; undefined where no option or several match. */
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

function withMatchedFiles(node: GraphNode, catalog: Catalog): GraphNode {
  const changed = (catalog.get(node.class_type)?.inputs ?? []).flatMap(
    ({ name, options, lenient }): [string, InputValue][] => {
      const value = node.inputs[name];
      if (typeof value !== "string" || lenient === true || options?.includes(value) !== false) return [];
      const found = matchFile(value, filesOf(options));
      return found === undefined ? [] : [[name, found]];
    },
  );
  return changed.length === 0
    ? node
    : { ...node, inputs: { ...node.inputs, ...Object.fromEntries(changed) } };
}

/** The graph with the backend's names of model files; a name without a match stays as it is. */
export function withServerNames(graph: Graph, catalog: Catalog): Graph {
  const entries = Object.entries(graph).map(([id, node]) => [id, withMatchedFiles(node, catalog)] as const);
  return entries.every(([id, node]) => node === graph[id]) ? graph : Object.fromEntries(entries);
}
