// What a node is here: a signature, which the server publishes and validates against, and a function that runs it.
import type { JpegPlanes } from "../files/encode-jpeg.js";
import type { Graph } from "../graph/graph.js";
import type { InputSpecs } from "./input-spec.js";

export type { InputOptions, InputSpec } from "./input-spec.js";

/**
 * Files whose names are the choices of an input: pictures at the top of the input folder, all files there, or the
 * output folder below (newest first, each with ` [output]`). They are listed when they are asked for, and any file that
 * exists is accepted, listed or not.
 */
export type FileList = "input pictures" | "input files" | "output pictures";

/** Everything that `/object_info` says about a node. */
export interface NodeSignature {
  readonly name: string;
  readonly displayName: string | null;
  readonly category: string;
  /** `nodes` for the oldest nodes, else `comfy_extras.nodes_...`, most of which publish in the newer (V3) form. */
  readonly pythonModule: string;
  readonly required: InputSpecs;
  /** Inputs that may be left out; the node knows what to do without them. */
  readonly optional?: InputSpecs;
  readonly hidden?: Readonly<Record<string, string | readonly string[]>>;
  readonly outputs: readonly string[];
  readonly outputNames?: readonly string[];
  readonly outputNode?: boolean;
  /** Name of an input to the files that it names. */
  readonly files?: Readonly<Record<string, FileList>>;
  /** Publishes in the older form although its module is not `nodes`. */
  readonly olderForm?: boolean;
  readonly deprecated?: boolean;
  readonly experimental?: boolean;
  /** Members of the published entry that are as somebody gave them: classes from outside. */
  readonly given?: Readonly<Record<string, unknown>>;
}

/** One reference to a written file, as it appears in `executed` and in the history. */
export interface FileReference {
  readonly filename: string;
  readonly subfolder: string;
  readonly type: "output" | "temp" | "input";
}

/** What a node shows: lists of files, flags or texts by key. */
export type UiOutput = Readonly<Record<string, readonly (FileReference | boolean | string)[]>>;

/** A picture of bytes; `pixels` has 3 bytes per pixel, rows from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export interface NodeFolders {
  readonly output: string;
  readonly temp: string;
  readonly input: string;
}

/** What a node may use while it runs. */
export interface NodeRun {
  /** Reports progress; the preview is drawn only if previews are on. Throws when the run was interrupted. */
  step(value: number, max: number, preview?: () => JpegPlanes): void;
  /** Reports progress and sends a whole PNG file over the socket, previews or not. Throws when interrupted. */
  send(value: number, max: number, png: Uint8Array): void;
  /** Throws when the run was interrupted; long operations on pictures call it now and then. */
  check(): void;
  readonly folders: NodeFolders;
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

export type Inputs = Readonly<Record<string, unknown>>;

export interface NodeDefinition {
  readonly signature: NodeSignature;
  /** Inputs are complete, converted and in range; links are already replaced by the values they carry. */
  execute(inputs: Inputs, run: NodeRun): NodeResult;
  /**
   * What, besides its inputs, the result depends on (the content of a file); part of the cache key. Two different
   * texts mean that the node has to run again.
   */
  fingerprint?(inputs: Inputs, folders: NodeFolders): string;
}
