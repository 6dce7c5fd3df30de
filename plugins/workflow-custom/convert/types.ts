// What a conversion gives.

import type { Graph } from "@pictor/kernel/plugin";

/** Why a file cannot be converted: whose fault, what, and what to do. Sentences without names of settings. */
export interface Refusal {
  /** Id of the node in the graph, `outer:inner` inside of a sub-graph; absent for the whole file. */
  readonly node?: string;
  readonly problem: string;
  readonly advice: string;
  /** Set where all that is wrong is that the catalogue lacks the class. */
  readonly missing?: MissingClass;
}
/** A class that the catalogue does not have, and what the file says of where it comes from. */
export interface MissingClass {
  readonly nodeClass: string;
  /** Registry id or `owner/name`. */
  readonly extension?: string;
  /** Semver range: at least the version that the file was made with. */
  readonly range: string;
  /** The commit that the file was made with, where it names one in place of a version. */
  readonly commit?: string;
}
/** A class that the catalogue has from an extension, and the one that the file names: any version of it will do. */
export interface PresentClass {
  readonly nodeClass: string;
  /** Registry id or `owner/name`. */
  readonly extension: string;
}
/** A field of the sub-graph's node, which in the graph is one of the nodes inside of it. */
export interface ShownField {
  /** Id and title of the sub-graph's node. */
  readonly node: string;
  readonly title: string;
  readonly input: string;
  /** Where its value goes. */
  readonly target: { readonly node: string; readonly input: string };
}
export type Conversion =
  | {
      readonly ok: true;
      /** Also with what no output needs, which can lack values. */
      readonly graph: Graph;
      /** What is not as it is in the editor; sentences. */
      readonly notes: readonly string[];
      readonly missing: readonly MissingClass[];
      readonly present: readonly PresentClass[];
      /** `[node, input]` of the texts in which the editor makes choices before it submits. */
      readonly choosing: readonly (readonly [node: string, input: string])[];
      readonly shown: readonly ShownField[];
    }
  | {
      readonly ok: false;
      readonly refusals: readonly Refusal[];
      /** Of the nodes that an output needs. */
      readonly missing: readonly MissingClass[];
    };
