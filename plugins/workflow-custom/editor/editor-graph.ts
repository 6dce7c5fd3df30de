// The contents of a file of ComfyUI's graph editor, in one form for all versions of the editor.

import type { ModelFile } from "@pictor/kernel/plugin";

/**
 * An `always` node runs. A `muted` node does not run and has no output. A `bypassed` node does not run and passes its
 * inputs on.
 */
export type NodeMode = "always" | "muted" | "bypassed";

export interface EditorInput {
  readonly name: string;
  /** The types of the input separated by commas; `*` for any type. */
  readonly type: string;
  /** Id of the incoming link of the input. */
  readonly link?: string;
  /** Name of the widget for the same value, if the input has a widget. */
  readonly widget?: string;
  /** Name of the input that the user has set. */
  readonly label?: string;
}
export interface EditorNode {
  readonly id: string;
  /** The type of the node: a node class, the name of a virtual node of the editor, or the id of a subgraph. */
  readonly type: string;
  readonly mode: NodeMode;
  /** Title of the node that the user has set. */
  readonly title?: string;
  readonly inputs: readonly EditorInput[];
  /** Type of each output of the node. */
  readonly outputs: readonly string[];
  /** Values of the widgets: in most files a list in the order of the widgets, in some an object by name. */
  readonly values: readonly unknown[] | Readonly<Record<string, unknown>>;
  /** The values by the names of their widgets, which newer editors save beside the list. */
  readonly namedValues?: Readonly<Record<string, unknown>>;
  readonly properties: Readonly<Record<string, unknown>>;
}
/** A link from output `output` of node `from` to input `input` of node `to`. */
export interface EditorLink {
  readonly id: string;
  readonly from: string;
  readonly output: number;
  readonly to: string;
  readonly input: number;
}
/** The nodes and links of the whole graph or of a subgraph. */
export interface NodeSheet {
  readonly nodes: ReadonlyMap<string, EditorNode>;
  readonly links: ReadonlyMap<string, EditorLink>;
  /** Whether the links are there that nodes such as "Anything Everywhere" make when the editor submits the graph. */
  readonly listsBroadcasts?: boolean;
}
/** The definition of a subgraph. A node whose type is the id of the definition is an instance of it. */
export interface Subgraph extends NodeSheet {
  readonly id: string;
  readonly name: string;
  /** Names of the subgraph's inputs. */
  readonly inputs: readonly string[];
  /** For each input the ids of its links, in the order in which the links were made. Empty if the file does not list them. */
  readonly inputLinks: readonly (readonly string[])[];
  /** Names of the subgraph's outputs. */
  readonly outputs: readonly string[];
  /** Node id that links use for the inputs of the subgraph. */
  readonly inputNodeId: string;
  /** Node id that links use for the outputs of the subgraph. */
  readonly outputNodeId: string;
}
/** The definition of a group node, which older editors have in place of subgraphs. The ids of its nodes are their positions. */
export interface GroupNode {
  readonly nodes: readonly EditorNode[];
  /** Links between the nodes of the group. */
  readonly links: readonly EditorLink[];
  /** Outputs, as `node:output`, that nodes outside the group use although nodes inside use them too. */
  readonly external: ReadonlySet<string>;
  /** Names that the user has given to inputs, by `node:input`. */
  readonly inputNames: ReadonlyMap<string, string>;
  /** Inputs, as `node:input`, and outputs, as `node:output`, that the user has shown or hidden. */
  readonly visibleInputs: ReadonlyMap<string, boolean>;
  readonly visibleOutputs: ReadonlyMap<string, boolean>;
}
export interface EditorGraph extends NodeSheet {
  /** The model files that the file names with their addresses. */
  readonly models: readonly ModelFile[];
  readonly subgraphs: ReadonlyMap<string, Subgraph>;
  /** Group nodes by name. The type of a node is `workflow>NAME`, or `workflow/NAME` in the first versions. */
  readonly groupNodes: ReadonlyMap<string, GroupNode>;
}
