// The contract between the kernel and a generation backend. No wire format: a backend plugin translates.

import type { Json } from "../hooks/types.js";
import type { Graph, InputFile, NodeId } from "../generation/types.js";
import type { Catalog } from "./catalog-types.js";
import type { BackendFacets } from "./facets.js";

export type * from "./catalog-types.js";
export type * from "./facets.js";

/** What a backend says of itself. */
export interface BackendInfo {
  /** The instance's name in the configuration. */
  readonly name: string;
  /** The contributed kind, such as `remote`. */
  readonly kind: string;
  /** For people: product and address. */
  readonly title: string;
  readonly version: string;
  /** Present when the backend does less than it seems: shown wherever the backend is named. */
  readonly notice?: string;
  readonly facets: readonly (keyof BackendFacets)[];
}

export interface Submission {
  readonly promptId: string;
  readonly graph: Graph;
  /** Written by the server into the pictures it saves, one text each. */
  readonly embed?: Readonly<Record<string, Json>>;
  /** Kept by the server beside the prompt, for `recall` by any process; every client of the server can read it. */
  readonly record?: Readonly<Record<string, Json>>;
}
export interface SubmitOptions extends CallOptions {
  /** The prompt outlives this process: its events go to whoever asks for them by `events(listener, { promptId })`. */
  readonly detached?: boolean;
}
export interface Receipt {
  /** The id under which the server knows the prompt; older servers ignore the one we propose. */
  readonly promptId: string;
  /** Branches that the server dropped while it accepted the rest. */
  readonly dropped: readonly GraphProblem[];
}
/** A complaint about one input of one node. */
export interface GraphProblem {
  readonly node: NodeId;
  readonly classType: string;
  readonly input?: string;
  readonly code: string;
  readonly message: string;
}

/** A file that the backend made. */
export interface OutputFile {
  readonly node: NodeId;
  readonly filename: string;
  readonly subfolder: string;
  readonly area: "output" | "temp" | "input";
  readonly mime: string;
  /** Where a person can fetch it by hand. */
  readonly address: string;
}

/** What the server's own record says of a prompt. */
export type PromptState =
  | { readonly state: "unknown" }
  | {
      readonly state: "queued";
      /** Prompts that will run before it, where the server tells. */
      readonly ahead?: number;
      /** True when prompts wait and nothing runs: for a moment that is usual, for long the server's worker is dead. */
      readonly idle?: boolean;
    }
  | { readonly state: "running" }
  | {
      readonly state: "succeeded";
      readonly outputs: readonly OutputFile[];
      /** Nodes that showed words or numbers, which are in no file. Default: none. */
      readonly shown?: readonly NodeId[];
    }
  | { readonly state: "interrupted"; readonly outputs: readonly OutputFile[] }
  | { readonly state: "failed"; readonly outputs: readonly OutputFile[]; readonly error: NodeFault };

/** One line of the server's own list of prompts. */
export interface PromptSummary {
  readonly promptId: string;
  readonly state: Exclude<PromptState["state"], "unknown">;
  readonly ahead?: number;
  /** Milliseconds since 1970, where the server tells. */
  readonly createdAt?: number;
  /** What `Submission.record` held; absent for prompts of other programs. */
  readonly record?: Readonly<Record<string, Json>>;
}
/** What the server still knows of a prompt's submission: enough to follow it from another process. */
export interface Recalled {
  readonly graph: Graph;
  /** The output nodes that the server executes. */
  readonly outputs: readonly NodeId[];
  readonly record?: Readonly<Record<string, Json>>;
}

/** A node that failed while it ran. */
export interface NodeFault {
  readonly node?: NodeId;
  readonly classType?: string;
  readonly exception: string;
  readonly message: string;
}

export type BackendEvent =
  | { readonly type: "status"; readonly queueRemaining: number }
  | { readonly type: "connection"; readonly state: "open" | "lost" | "closed" }
  | { readonly type: "started"; readonly promptId: string }
  | { readonly type: "cached"; readonly promptId: string; readonly nodes: readonly NodeId[] }
  | { readonly type: "node"; readonly promptId: string; readonly node: NodeId }
  | { readonly type: "nodeDone"; readonly promptId: string; readonly node: NodeId }
  | {
      readonly type: "progress";
      readonly promptId: string;
      readonly node: NodeId;
      readonly value: number;
      readonly max: number;
    }
  | {
      readonly type: "preview";
      readonly promptId: string;
      readonly node?: NodeId;
      readonly mime: string;
      readonly bytes: Uint8Array;
    }
  | { readonly type: "output"; readonly promptId: string; readonly files: readonly OutputFile[] }
  | { readonly type: "error"; readonly promptId: string; readonly error: NodeFault }
  /** The server is done with the prompt and its record can be read; `as` is what its messages said of the ending. */
  | {
      readonly type: "ended";
      readonly promptId: string;
      readonly as?: "succeeded" | "interrupted" | "failed";
    }
  | { readonly type: "unknown"; readonly wireType: string; readonly data: unknown };

export type CancelOutcome = "removed" | "interrupting" | "gone" | "refused";

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface UploadOptions extends CallOptions {
  /** Bytes that were sent so far, and of how many where that is known. */
  progress?(sent: number, total?: number): void;
}

/** An open backend. Every method may reject with a `BACKEND_...` or `AUTH_...` error. */
export interface Backend {
  info(options?: CallOptions): Promise<BackendInfo>;
  /** `refresh` names classes to ask for again, or `true` for all. */
  catalog(options?: CallOptions & { readonly refresh?: true | readonly string[] }): Promise<Catalog>;
  /**
   * Settles when events are flowing: call it before `submit`. With `promptId`, also the events of a prompt that was
   * submitted detached, by this or another process; of two such listeners the newer one hears them.
   */
  events(
    listener: (event: BackendEvent) => void,
    options?: CallOptions & { readonly promptId?: string },
  ): Promise<() => void>;
  submit(submission: Submission, options?: SubmitOptions): Promise<Receipt>;
  cancel(promptId: string, options?: CallOptions): Promise<CancelOutcome>;
  state(promptId: string, options?: CallOptions): Promise<PromptState>;
  /** What waits, what runs, and the latest endings, newest first; `limit` (default 50) counts the endings. */
  prompts(options?: CallOptions & { readonly limit?: number }): Promise<readonly PromptSummary[]>;
  /** Undefined when the server knows nothing of the prompt (any more). */
  recall(promptId: string, options?: CallOptions): Promise<Recalled | undefined>;
  /** Settles with the name to use in a graph. The same contents are sent once. */
  upload(file: InputFile, options?: UploadOptions): Promise<string>;
  /** Can be called again for the same file; the bytes are streamed. */
  fetchOutput(file: OutputFile, options?: CallOptions): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
  readonly facets: BackendFacets;
}
