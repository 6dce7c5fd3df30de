// Node classes as types: a wrong or missing input, or a link of the wrong type, does not compile.

import type { InputValue, Link, TypedLink, NodeId } from "./graph.js";

/** The inputs of a node class, and the types of its outputs in order. */
export interface NodeShape {
  readonly inputs: object;
  readonly outputs: readonly string[];
}

/** Node classes by name, as `pictor catalog types` generates them. */
export type NodeShapes = Readonly<Record<string, NodeShape>>;

/** Any node class with any input, for graphs whose classes are known only at run time. */
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

/** A node that was added to a draft. */
export interface NodeHandle<Outputs extends readonly string[] = readonly string[]> {
  readonly id: NodeId;
  /** The link to an output, by its index from 0; default 0. */
  out<Index extends IndexOf<Outputs> = IndexOf<Outputs> & 0>(index?: Index): OutputOf<Outputs, Index>;
}
