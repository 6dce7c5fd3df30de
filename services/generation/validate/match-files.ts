// Names of files as a person writes them, made those of the backend: case, slashes, a missing ending or folder. Pure.

import type { Catalog, Graph, GraphNode, InputValue } from "@pictor/kernel";

const modelEnding = /\.(?:safetensors|sft|ckpt|pth|pt|bin|gguf|onnx|ya?ml)$/i;

/** A file's name on any system: the server compares with its own separators and exact case. */
export const normalised = (name: string): string => name.replaceAll("\\", "/").toLowerCase();
const withoutEnding = (name: string): string => name.replace(modelEnding, "");
/** Only what the person left out is left out of the file's name: another folder or ending means another file. */
type Fits = (wanted: string, file: string) => boolean;
const isWhole: Fits = (wanted, file) => file === wanted;
const isEnd: Fits = (wanted, file) => file.endsWith(`/${wanted}`);

/** Ever looser ways to read a name; the first that fits exactly one file counts. */
const readings: readonly Fits[] = [
  isWhole,
  (wanted, file) => isWhole(wanted, withoutEnding(file)),
  isEnd,
  (wanted, file) => isEnd(wanted, withoutEnding(file)),
];

/** The one option that is meant; undefined where none or several could be. */
export function matchFile(name: string, options: readonly string[]): string | undefined {
  if (options.includes(name)) return name;
  const wanted = normalised(name);
  if (wanted === "") return undefined;
  for (const fits of readings) {
    const found = options.filter((option) => fits(wanted, normalised(option)));
    if (found.length === 1) return found[0];
    if (found.length > 1) return undefined;
  }
  return undefined;
}

const filesOf = (options: readonly (string | number | boolean)[] | undefined): readonly string[] =>
  (options ?? []).filter(
    (option): option is string => typeof option === "string" && modelEnding.test(option),
  );

function matched(node: GraphNode, catalog: Catalog): GraphNode {
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

/** The graph with every choice of a model's file as the backend has it; what fits nothing stays for the validation. */
export function withServerNames(graph: Graph, catalog: Catalog): Graph {
  const entries = Object.entries(graph).map(([id, node]) => [id, matched(node, catalog)] as const);
  return entries.every(([id, node]) => node === graph[id]) ? graph : Object.fromEntries(entries);
}
