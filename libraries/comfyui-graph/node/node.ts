// The form of a node class: a signature, which servers publish and validate graphs against, and a function that runs it.
import type { Graph } from "./graph.js";
import type { ClassEntry } from "./class-entry.js";
import type { InputSpecs } from "./input-spec.js";

/**
 * Files that are the choices of an input: images at the top level of the input folder, all files there, or images anywhere
 * below the output folder, newest first, each with the suffix ` [output]`. The folder is read at each request. An input
 * accepts every existing file, also one that is not among its choices.
 */
export type FileList = "input images" | "input files" | "output images";

/** What graphs are validated against, and what `/object_info` publishes. */
export interface NodeSignature {
  readonly name: string;
  readonly required: InputSpecs;
  /** Inputs that a graph may omit. */
  readonly optional: InputSpecs;
  readonly outputs: readonly string[];
  readonly outputNode: boolean;
  /** By input name, the files that are the choices of that input. */
  readonly files: Readonly<Record<string, FileList>>;
  readonly entry: ClassEntry;
}

/** A reference to a written file, as `executed` messages and the history show it. */
export interface FileReference {
  readonly filename: string;
  readonly subfolder: string;
  readonly type: "output" | "temp" | "input";
}

/** The UI output of a node: lists of files, flags or strings by key. */
export type UiOutput = Readonly<Record<string, readonly (FileReference | boolean | string)[]>>;

export interface NodeFolders {
  readonly output: string;
  readonly temp: string;
  readonly input: string;
}

/** The services that a node may use while it runs. */
export interface NodeRun {
  /**
   * Reports progress. `preview` returns a JPEG file, and is called only when previews are on. Throws after the run was
   * interrupted.
   */
  step(value: number, max: number, preview?: () => Uint8Array): void;
  /** Reports progress and sends a PNG file over the socket, even when previews are off. Throws after the run was interrupted. */
  send(value: number, max: number, png: Uint8Array): void;
  /** Checks for an interrupt and throws if the run was interrupted. Long operations call this function repeatedly. */
  check(): void;
  readonly folders: NodeFolders;
  /** Text chunks to write into saved images: texts by PNG keyword. */
  readonly texts: Readonly<Record<string, string>>;
  /** Random part of the names of temporary images, different after each start of the server. */
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
  /** Receives complete, converted inputs within their ranges; links are replaced by the values of their sources. */
  execute(inputs: Inputs, run: NodeRun): NodeResult;
  /**
   * Returns a string that represents everything, apart from the inputs, on which the result depends, such as the
   * content of a file. The string is part of the cache key: when the string changes, the node runs again.
   */
  fingerprint?(inputs: Inputs, folders: NodeFolders): string;
}
