// A node graph in API format: nodes, connections, input files.

import type { Json } from "./values.js";

/** Id of a node in its graph; readable and unique. */
export type NodeId = string;

/** A connection: the source node's id and the index of its output. */
export type Link = readonly [node: NodeId, output: number];

/** What an input holds: a literal (`bigint` for 64-bit integers), a connection, or a record. */
export type InputValue = string | number | bigint | boolean | null | Link | Readonly<Record<string, Json>>;

/** A node in API format. */
export interface GraphNode {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, InputValue>>;
  readonly _meta?: { readonly title: string };
}

/** A node graph in API format: readable node ids to nodes. */
export type Graph = Readonly<Record<NodeId, GraphNode>>;

/** A file that a node of the graph reads. */
export interface InputFile {
  /** What the draft's nodes name it; replaced in the graph by the name that the backend gave it. */
  readonly name: string;
  readonly mime: string;
  /** Bytes, when known. */
  readonly length?: number;
  /**
   * Folder of the backend that it belongs to; default `input`. Another one, such as `models/configs`, can only be
   * reached where the backend has the facet `localFiles`.
   */
  readonly area?: string;
  /** Can be called again. */
  open(): AsyncIterable<Uint8Array>;
}

declare const carriedType: unique symbol;

/** A connection that is known to carry a type, such as `MODEL`. A plain `Link` fits everywhere. */
export type TypedLink<Type extends string> = Link & { readonly [carriedType]?: Type };
