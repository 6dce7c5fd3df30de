// Node graphs in ComfyUI's API format: nodes, links, input files.

import type { Json } from "./values.js";

/** Id of a node, unique in its graph. */
export type NodeId = string;

/** A link: the id of the source node and the index of its output. */
export type Link = readonly [node: NodeId, output: number];

/** The value of an input: a literal (`bigint` for 64-bit integers), a link, or a record. */
export type InputValue = string | number | bigint | boolean | null | Link | Readonly<Record<string, Json>>;

/** A node in API format. */
export interface GraphNode {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, InputValue>>;
  readonly _meta?: { readonly title: string };
}

/** A node graph in API format: nodes by id. */
export type Graph = Readonly<Record<NodeId, GraphNode>>;

/** A file that a node of the graph reads. */
export interface InputFile {
  /**
   * The name in the draft's nodes. In the graph, it is replaced by the name that the backend returns for the upload.
   */
  readonly name: string;
  readonly mime: string;
  /** Size of the file in bytes, if known. */
  readonly length?: number;
  /**
   * Folder of the backend for the file; default `input`. Other folders, such as `models/configs`, need the facet
   * `localFiles`.
   */
  readonly area?: string;
  /** For a file of this machine: its path, and the SHA-256 of its contents in hexadecimal digits. */
  readonly source?: { readonly path: string; readonly sha256: string };
  /** Opens the file; may be called repeatedly. */
  open(): AsyncIterable<Uint8Array>;
}

declare const carriedType: unique symbol;

/** A link whose output type is known, such as `MODEL`. A plain `Link` is assignable to every type. */
export type TypedLink<Type extends string> = Link & { readonly [carriedType]?: Type };
