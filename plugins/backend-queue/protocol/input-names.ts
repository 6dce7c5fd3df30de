// The uploaded files of a graph: their names say where they are in the store. Pure.

import type { Graph, GraphNode, InputValue } from "@pictor/kernel/plugin";
import type { Digest } from "../store/store.js";

const inputName = /^pictor-([0-9a-f]{64})((?:\.\w{1,8})?)$/;

/** The name of an uploaded file in graphs: the digest says where it is in the store. */
export const nameOfInput = (digest: Digest, filename: string): string =>
  `pictor-${digest}${/\.\w{1,8}$/.exec(filename)?.[0].toLowerCase() ?? ""}`;

/** The digest in the name of an uploaded file. */
export const digestOfInput = (name: string): Digest | undefined => inputName.exec(name)?.[1];

/** The uploaded files that a graph names, by their names. */
export function inputsOf(graph: Graph): ReadonlyMap<string, Digest> {
  const values = Object.values(graph).flatMap(({ inputs }) => Object.values(inputs));
  return new Map(
    values.flatMap((value) => {
      const digest = typeof value === "string" ? digestOfInput(value) : undefined;
      return digest === undefined ? [] : [[value as string, digest] as const];
    }),
  );
}

/** Replaces the names of uploaded files by those that a server has given them. */
export function withInputNames(graph: Graph, names: ReadonlyMap<string, string>): Graph {
  if (names.size === 0) return graph;
  const rename = (value: InputValue): InputValue =>
    typeof value === "string" ? (names.get(value) ?? value) : value;
  const renamed = (node: GraphNode): GraphNode => ({
    ...node,
    inputs: Object.fromEntries(Object.entries(node.inputs).map(([name, value]) => [name, rename(value)])),
  });
  return Object.fromEntries(Object.entries(graph).map(([id, node]) => [id, renamed(node)]));
}
