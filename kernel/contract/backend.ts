// The contract between the kernel and a generation backend. No wire format: a backend plugin translates.

import type { BackendFacets } from "./facets.js";
import type { Graph, NodeId, InputFile } from "./graph.js";
import type { Json } from "./values.js";
import type { CallOptions, OutputFile } from "./calls.js";
import type { Catalog } from "./catalog.js";

/** What a backend says of itself. */
export interface BackendInfo {
  /** The instance's name in the configuration. */
  readonly name: string;
  /** The contributed kind, such as `remote`. */
  readonly kind: string;
  /** For people: product and address. */
  readonly title: string;
  /** Of the server, as it says; for people and records. */
  readonly version: string;
  /** Present when the backend does less than it seems: shown wherever the backend is named. */
  readonly notice?: string;
  /** Names of those that are present. */
  readonly facets: readonly (keyof BackendFacets)[];
}

/** A graph for the queue. */
export interface Submission {
  /** The id that we propose: new for each submission, and the same when one is tried again. */
  readonly promptId: string;
  readonly graph: Graph;
  /** Kept by the server beside the prompt, for `fetchSubmission` by any process; every client of the server can read it. */
  readonly record?: Readonly<Record<string, Json>>;
}

/** Options of `Backend.submit`. */
export interface SubmitOptions extends CallOptions {
  /** The prompt outlives this process: its events go to whoever asks for them by `events(listener, { promptId })`. */
  readonly detached?: boolean;
}

/** The server has the prompt. */
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
  /** The server's own word for it. */
  readonly code: string;
  readonly message: string;
}

/** What the server's own record says of a prompt. */
export type PromptState =
  /** There is no record of it: it never came, was removed, or the server has forgotten it. */
  | { readonly state: "unknown" }
  | {
      readonly state: "queued";
      /** Prompts that will run before it, where the server tells. */
      readonly ahead?: number;
      /** True when prompts wait and nothing runs: for a moment that is usual, for long the server's worker is dead. */
      readonly idle?: boolean;
    }
  | { readonly state: "running" }
  /** An ending: `outputs` are all files that its nodes gave, each node's in its order. */
  | {
      readonly state: "succeeded";
      readonly outputs: readonly OutputFile[];
      /** Nodes that showed words or numbers, which are in no file. Default: none. */
      readonly shown?: readonly NodeId[];
      /** Nodes whose results are those of an earlier run: their files may have been deleted since. Default: none. */
      readonly cached?: readonly NodeId[];
    }
  | { readonly state: "interrupted"; readonly outputs: readonly OutputFile[] }
  | { readonly state: "failed"; readonly outputs: readonly OutputFile[]; readonly error: NodeError };

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
export interface SubmissionSnapshot {
  readonly graph: Graph;
  /** The output nodes that the server executes. */
  readonly outputs: readonly NodeId[];
  readonly record?: Readonly<Record<string, Json>>;
}

/** A node that failed while it ran. */
export interface NodeError {
  readonly node?: NodeId;
  readonly classType?: string;
  readonly exception: string;
  readonly message: string;
}

/**
 * What a backend tells while prompts run, in the server's order. Messages only say when to look: the verdict is `state()`,
 * and what `error` and `ended.as` said counts only where the server has no record. Those of other clients' prompts do no harm.
 */
export type BackendEvent =
  /** Prompts of all clients that wait or run on the server. */
  | { readonly type: "status"; readonly queueRemaining: number }
  /** Of what carries the events: `lost` may come back, `closed` does not. The kernel reads the record at once. */
  | { readonly type: "connection"; readonly state: "open" | "lost" | "closed" }
  | { readonly type: "started"; readonly promptId: string }
  /** Nodes that do not run again: their results are those of an earlier run. */
  | { readonly type: "cached"; readonly promptId: string; readonly nodes: readonly NodeId[] }
  /** A node begins. */
  | { readonly type: "node"; readonly promptId: string; readonly node: NodeId }
  | { readonly type: "nodeDone"; readonly promptId: string; readonly node: NodeId }
  /** Of the node: `value` of `max` of its own steps. */
  | {
      readonly type: "progress";
      readonly promptId: string;
      readonly node: NodeId;
      readonly value: number;
      readonly max: number;
    }
  /** An encoded image. */
  | {
      readonly type: "preview";
      readonly promptId: string;
      readonly node?: NodeId;
      readonly mime: string;
      readonly bytes: Uint8Array;
    }
  /** Files that can be fetched from now on. One may be told again, here or in the record. */
  | { readonly type: "output"; readonly promptId: string; readonly files: readonly OutputFile[] }
  /** A node failed. */
  | { readonly type: "error"; readonly promptId: string; readonly error: NodeError }
  /** The server is done with the prompt and its record can be read; `as` is what its messages said of the ending. */
  | {
      readonly type: "ended";
      readonly promptId: string;
      readonly as?: "succeeded" | "interrupted" | "failed";
    }
  /** A message that the backend does not know, as it came. */
  | { readonly type: "unknown"; readonly wireType: string; readonly data: unknown };

/**
 * What became of a cancel.
 * - `removed`: it waited and is out of the queue; it will not run, and there will be no record of it. The job ends at once.
 * - `interrupting`: an interrupt was sent to its run, which ends at its next check point; events and record tell the ending.
 * - `gone`: it neither waits nor runs, as it has ended or was never there. The kernel reads the record, for 10 s at most.
 * - `refused`: it is still there, because what would end it could end somebody else's prompt.
 *
 * After `interrupting` and `refused` the kernel asks again while the prompt is there: after 2 s, then less often.
 */
export type CancelOutcome = "removed" | "interrupting" | "gone" | "refused";

/** Options of `Backend.upload`. */
export interface UploadOptions extends CallOptions {
  /** Bytes that were sent so far, and of how many where that is known. */
  progress?(sent: number, total?: number): void;
}

/**
 * An open backend: one for each instance, shared by all jobs. May be an object of a class. Methods reject with the
 * signal's reason, or with a `PictorError`, whose `base` decides what happens then:
 * - `BACKEND_UNREACHABLE`, `REQUEST_TIMEOUT`, `AUTH_UNREACHABLE`, and `BACKEND_REPLY` with `details.status` 429, or 500
 *   and more: not now. `events`, `submit` and `state` are tried for a minute, `cancel` for longer. Where `details.systemCode`
 *   (such as `ECONNREFUSED`) says that there was no connection, nothing was sent; else it may have been carried out.
 * - `BACKEND_REPLY` without `details.status`: what became of the request is not known.
 * - Every other `AUTH_...`: the credentials are not taken. A job that follows a prompt asks once more, a second later.
 * - `BACKEND_CRASHED` (`backend`, `ending`, `lastLines`), from one that watches its own server: that has ended, and its
 *   prompts with it. Nothing is waited for: a job that was followed ends as `lost` (`details.why` is `crashed`), and one
 *   that was not submitted yet as `failed`.
 * - Every other: no. What was asked for has failed.
 */
export interface Backend {
  /** Who it is, without starting anything. A job waits 30 s for it. */
  info(options?: CallOptions): Promise<BackendInfo>;
  /** `refresh` names classes to ask for again, or `true` for all. A job waits 180 s for it. */
  catalog(options?: CallOptions & { readonly refresh?: true | readonly string[] }): Promise<Catalog>;
  /**
   * Settles with what unsubscribes, when events are flowing: it is called before `submit`, whose events may come before
   * its reply. With `promptId`, also the events of a prompt that was submitted detached, by this or another process; of
   * two such listeners the newer one hears them. Without any event of a prompt for 5 s its record is read.
   */
  events(
    listener: (event: BackendEvent) => void,
    options?: CallOptions & { readonly promptId?: string },
  ): Promise<() => void>;
  /**
   * Puts a prompt into the server's queue and keeps its `record` beside it. Rejects with `BACKEND_REFUSED_GRAPH`
   * (`details.problems`: `GraphProblem[]`) when nothing was queued. After "not now" and "not known" the kernel looks for the
   * prompt, by `state(promptId)` and in `prompts()`, before it submits it again or gives up.
   */
  submit(submission: Submission, options?: SubmitOptions): Promise<Receipt>;
  /**
   * Takes this prompt back, and never another one: out of the queue, or by an interrupt of its run. Where the server can
   * only interrupt whatever runs, what runs is looked at first. It may be called at any time, and again: see `CancelOutcome`.
   */
  cancel(promptId: string, options?: CallOptions): Promise<CancelOutcome>;
  /** The server's own record, read anew: the truth about a prompt. `BACKEND_REPLY` of any status is asked again. */
  state(promptId: string, options?: CallOptions): Promise<PromptState>;
  /** What waits, what runs, and the latest endings, newest first; `limit` (default 50) counts the endings. */
  prompts(options?: CallOptions & { readonly limit?: number }): Promise<readonly PromptSummary[]>;
  /** Undefined when the server knows nothing of the prompt (any more). */
  fetchSubmission(promptId: string, options?: CallOptions): Promise<SubmissionSnapshot | undefined>;
  /**
   * Settles with the name to use in a graph: it replaces `file.name` in the inputs that the catalog marks as `lenient`.
   * The same contents are sent once. Rejects with `BACKEND_UPLOAD_REFUSED` or `BACKEND_TOO_LARGE`.
   */
  upload(file: InputFile, options?: UploadOptions): Promise<string>;
  /**
   * The bytes, streamed; can be called again for the same file. Rejects with `BACKEND_FILE_GONE` when the server no longer
   * has it: one that may come from its cache is then made anew, once. `BACKEND_FILE_CHANGED`: it is another one by now.
   */
  fetchOutput(file: OutputFile, options?: CallOptions): AsyncIterable<Uint8Array>;
  /** Ends connections, and what was started and is not to stay. Called by whoever opened it, when its jobs have ended. */
  close(): Promise<void>;
  readonly facets: BackendFacets;
}
