// Connections and node classes as types: a wrong input, a missing one, or a CLIP where a MODEL belongs does not compile.

import type { InputValue, Link, TypedLink, NodeId } from "./graph.js";

/** One node class: what goes in, and the types that come out, in order. */
export interface NodeShape {
  readonly inputs: object;
  readonly outputs: readonly string[];
}

/** Node classes by name, as `pictor catalog types` writes them. */
export type NodeShapes = Readonly<Record<string, NodeShape>>;

/** Any class with any input: for graphs whose classes are known only when they run. */
export type AnyNodes = Readonly<
  Record<
    string,
    { readonly inputs: Readonly<Record<string, InputValue | undefined>>; readonly outputs: readonly string[] }
  >
>;

type IndexOf<Outputs extends readonly string[]> = number extends Outputs["length"]
  ? number
  : { [Index in keyof Outputs]: Index extends `${infer Digits extends number}` ? Digits : never }[number];

type OutputOf<Outputs extends readonly string[], Index extends number> = string extends Outputs[Index]
  ? Link
  : TypedLink<Outputs[Index]>;

/** A node that was added. */
export interface NodeHandle<Outputs extends readonly string[] = readonly string[]> {
  readonly id: NodeId;
  /** The connection to an output, counted from 0; default 0. */
  out<Index extends IndexOf<Outputs> = IndexOf<Outputs> & 0>(index?: Index): OutputOf<Outputs, Index>;
}
