// What a node is here: a signature, which the server publishes and validates against, and a function that runs it.
import type { Graph } from "../graph/graph.js";

/** `[type]` or `[type, options]`; a list of choices in place of the type is a combo. */
export type InputSpec =
  | readonly [type: string | readonly string[]]
  | readonly [type: string | readonly string[], options: InputOptions];

export type InputOptions = Readonly<Record<string, unknown>>;

/** Everything that `/object_info` says about a node. */
export interface NodeSignature {
  readonly name: string;
  readonly displayName: string;
  readonly category: string;
  /** `nodes` for the oldest nodes, else `comfy_extras.nodes_...`, which publish in the newer (V3) form. */
  readonly pythonModule: string;
  readonly required: Readonly<Record<string, InputSpec>>;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly outputs: readonly string[];
  readonly outputNames?: readonly string[];
  readonly outputNode?: boolean;
}

/** One reference to a written file, as it appears in `executed` and in the history. */
export interface FileReference {
  readonly filename: string;
  readonly subfolder: string;
  readonly type: "output" | "temp";
}

export type UiOutput = Readonly<Record<string, readonly FileReference[]>>;

/** A small RGB picture of the work in progress; `pixels` has 3 bytes per pixel, rows from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** What a node may use while it runs. */
export interface NodeRun {
  /** Reports progress; the preview is drawn only if previews are on. Throws when the run was interrupted. */
  step(value: number, max: number, preview: () => Picture): void;
  readonly folders: { readonly output: string; readonly temp: string };
  /** Text chunks for saved pictures: keyword to text. */
  readonly texts: Readonly<Record<string, string>>;
  /** Random tag of this server in names of temporary pictures. */
  readonly tempTag: string;
  readonly graph: Graph;
}

export interface NodeResult {
  readonly outputs: readonly unknown[];
  readonly ui?: UiOutput;
}

export interface NodeDefinition {
  readonly signature: NodeSignature;
  /** Inputs are complete, converted and in range; links are already replaced by the values they carry. */
  execute(inputs: Readonly<Record<string, unknown>>, run: NodeRun): NodeResult;
}
