// The result of converting a file of the graph editor.

import type { Graph } from "@pictor/kernel/plugin";

/** Why a file cannot be converted. */
export interface Refusal {
  /** Id of the node in the graph, `outer:inner` inside a subgraph; absent if the problem concerns the whole file. */
  readonly node?: string;
  /** The problem, as the end of a sentence. */
  readonly problem: string;
  /** A sentence that says what to do. */
  readonly advice: string;
  /** The missing class; set if the only problem is that the catalog lacks the class. */
  readonly missing?: MissingClass;
}
/** A class that the catalog lacks, with the extension that provides it according to the file. */
export interface MissingClass {
  readonly nodeClass: string;
  /** The extension: a registry id, or `owner/name` of a repository. */
  readonly extension?: string;
  /** Semver range: at least the version with which the file was made. */
  readonly range: string;
  /** The commit with which the file was made, if the file names a commit instead of a version. */
  readonly commit?: string;
}
/**
 * A class of the catalog that comes from an extension, with the extension that the file names. Any version of the extension
 * is accepted.
 */
export interface PresentClass {
  readonly nodeClass: string;
  /** The extension: a registry id, or `owner/name` of a repository. */
  readonly extension: string;
}
/** Values of a node that belong to no widget of its class, and that the graph therefore lacks. */
export interface LeftOut {
  /** Id and type of the node, for messages. */
  readonly label: string;
  readonly values: readonly unknown[];
}
/** A widget of a subgraph node, and the node inside the subgraph that receives its value. */
export interface SubgraphWidget {
  /** Id of the subgraph node. */
  readonly node: string;
  /** Title of the subgraph node. */
  readonly title: string;
  /** Name of the widget of the subgraph node. */
  readonly input: string;
  readonly target: { readonly node: string; readonly input: string };
}
export type Conversion =
  | {
      readonly ok: true;
      /** The graph with all nodes, including those that no output needs. The latter may lack values. */
      readonly graph: Graph;
      /** Sentences about differences from what the editor shows. */
      readonly notes: readonly string[];
      /** By the id of the node. */
      readonly leftOut: ReadonlyMap<string, LeftOut>;
      readonly missing: readonly MissingClass[];
      readonly present: readonly PresentClass[];
      /** `[node, input]` of texts whose choices (`{a|b}`) the editor resolves before it submits. */
      readonly dynamicPrompts: readonly (readonly [node: string, input: string])[];
      readonly subgraphWidgets: readonly SubgraphWidget[];
    }
  | {
      readonly ok: false;
      readonly refusals: readonly Refusal[];
      /** Missing classes of nodes that an output needs. */
      readonly missing: readonly MissingClass[];
    };
