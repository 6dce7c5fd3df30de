// The graph editor's own file, in one shape for all its versions.

/** `always` runs; `muted` does not, and gives nothing; `bypassed` does not, and passes on what it is given. */
export type Mode = "always" | "muted" | "bypassed";

export interface EditorInput {
  readonly name: string;
  /** Types apart by commas; `*` for any. */
  readonly type: string;
  /** Id of the connection that comes in. */
  readonly link?: string;
  /** Name of the field that the input stands for, where a person can fill it by hand. */
  readonly field?: string;
}
export interface EditorNode {
  readonly id: string;
  /** Class, name of one of the editor's own nodes, or id of a sub-graph. */
  readonly type: string;
  readonly mode: Mode;
  /** As the person wrote it. */
  readonly title?: string;
  readonly inputs: readonly EditorInput[];
  /** Type of each output. */
  readonly outputs: readonly string[];
  /** Values of its fields: by place in most files, by name in some. */
  readonly values: readonly unknown[] | Readonly<Record<string, unknown>>;
  readonly properties: Readonly<Record<string, unknown>>;
}
export interface EditorLink {
  readonly id: string;
  readonly from: string;
  readonly output: number;
  readonly to: string;
  readonly input: number;
}
/** Nodes and connections that share a sheet. */
export interface Sheet {
  readonly nodes: ReadonlyMap<string, EditorNode>;
  readonly links: ReadonlyMap<string, EditorLink>;
}
/** A sheet with sockets of its own, used as a node by its id. */
export interface Subgraph extends Sheet {
  readonly id: string;
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Ids by which its connections name its own inputs, and its own outputs. */
  readonly inputSide: string;
  readonly outputSide: string;
}
export interface EditorGraph extends Sheet {
  readonly subgraphs: ReadonlyMap<string, Subgraph>;
}
