// The calls of a generation backend, and what they take and return. No wire format is defined: backend plugins translate.

import type { BackendEvent, NodeError } from "./backend-events.js";
import type { BackendInfo, InfoOptions } from "./backend-info.js";
import type { Graph, NodeId, InputFile } from "./graph.js";
import type { NeutralRequest } from "./neutral-request.js";
import type { ExtensionRequirement } from "./draft.js";
import type { Priority } from "./priority.js";
import type { Json } from "./values.js";
import type { CallOptions, NodeText, OutputFile } from "./calls.js";
import type { Catalog, CatalogOptions } from "./catalog.js";
import type { PromptWait } from "./events.gen.js";

/** A batch to submit: as a graph, as a neutral request, or as both, whatever the kind `accepts` in its manifest. */
export interface Submission {
  /** The id that the client proposes: new for each submission, and the same for a retry. */
  readonly promptId: string;
  /** The graph. For a kind that accepts no graph: only the nodes whose files are the result, without inputs. */
  readonly graph: Graph;
  /** The neutral request, for a kind that accepts it. */
  readonly request?: NeutralRequest;
  /**
   * Stored by the server with the prompt, for `fetchSubmission` in any process. Every client of the server can read it.
   */
  readonly record?: Readonly<Record<string, Json>>;
  /** Who has asked for the prompt. A backend with its own queue serves the owners in turn. Default: nobody is named. */
  readonly owner?: string;
  /** For a backend with its own queue: prompts of a higher priority run first. Default `normal`. */
  readonly priority?: Priority;
  /**
   * For a backend with its own queue: how many prompts of the owner that were submitted with a limit may run at the same
   * time; the owner's newest submission with a limit decides. The others wait. Default: any number.
   */
  readonly runningLimit?: number;
  /** The extensions that the nodes need. A backend with several servers uses those that have the extensions. Default: none. */
  readonly requires?: readonly ExtensionRequirement[];
  /**
   * What a client of ComfyUI's protocol has sent beside the graph in `extra_data`, such as the `extra_pnginfo` that its
   * nodes write into images. Default: nothing.
   */
  readonly extra?: Readonly<Record<string, Json>>;
}

/** Options of `Backend.submit`. */
export interface SubmitOptions extends CallOptions {
  /**
   * The prompt continues after this process has ended. Its events are delivered to `events(listener, { promptId })`.
   */
  readonly detached?: boolean;
}

/** The server has accepted the prompt. */
export interface Receipt {
  /** The id that the server uses for the prompt. Older servers ignore the proposed id. */
  readonly promptId: string;
  /** Branches of the graph that the server left out when it accepted the rest. */
  readonly dropped: readonly GraphProblem[];
}

/** A problem with one node or one of its inputs. */
export interface GraphProblem {
  readonly node: NodeId;
  readonly classType: string;
  readonly input?: string;
  /** The server's own name of the problem. */
  readonly code: string;
  readonly message: string;
}

/** What the server's record says about a prompt. */
export type PromptState =
  /** There is no record: the prompt was never submitted, was removed, or the server has dropped its record. */
  | { readonly state: "unknown" }
  | {
      readonly state: "queued";
      /** Number of prompts that will run before this one, if the server reports it. */
      readonly ahead?: number;
      /** Expected milliseconds until the prompt runs, if the backend has measured how long runs take. */
      readonly waitMs?: number;
      /** Absent if the backend has one server, or does not know. */
      readonly wait?: PromptWait;
      /**
       * True if prompts are queued while none runs. This is normal for a moment; if it lasts, the worker of the server
       * is dead.
       */
      readonly idle?: boolean;
    }
  | { readonly state: "running" }
  /** The prompt has ended. `outputs` are all files of its nodes, in the order of each node. */
  | {
      readonly state: "succeeded";
      readonly outputs: readonly OutputFile[];
      /** Nodes that displayed texts or numbers, which no file contains. Default: none. */
      readonly shown?: readonly NodeId[];
      /** The displayed texts. Default: none. */
      readonly texts?: readonly NodeText[];
      /** Output nodes that never list a file, such as VAESave, or for which this is not known. Default: none. */
      readonly silent?: readonly NodeId[];
      /** Nodes whose results are those of an earlier run. Their files may have been deleted since. Default: none. */
      readonly cached?: readonly NodeId[];
    }
  | { readonly state: "interrupted"; readonly outputs: readonly OutputFile[] }
  | { readonly state: "failed"; readonly outputs: readonly OutputFile[]; readonly error: NodeError }
  /**
   * For a backend that passes prompts on to other servers: it is not known whether the prompt has run, and it will not be
   * submitted again. `reason` says where the prompt was, with its id there.
   */
  | { readonly state: "lost"; readonly reason: string };

/** An entry of the server's list of prompts. */
export interface PromptSummary {
  readonly promptId: string;
  readonly state: Exclude<PromptState["state"], "unknown">;
  readonly ahead?: number;
  /** Expected milliseconds until a queued prompt runs, if the backend has measured how long runs take. */
  readonly waitMs?: number;
  /** Absent if the backend has one server, or does not know. */
  readonly wait?: PromptWait;
  /** Milliseconds since 1970, if the server reports it. */
  readonly createdAt?: number;
  /** The `record` of the submission, to which a backend may have added the `promptId`; absent for prompts of other programs. */
  readonly record?: Readonly<Record<string, Json>>;
}

/** The data that the server keeps about a submission, from which another process can follow the prompt. */
export interface SubmissionSnapshot {
  readonly graph: Graph;
  /** The output nodes that the server executes. */
  readonly outputs: readonly NodeId[];
  readonly record?: Readonly<Record<string, Json>>;
}

/**
 * The outcome of a cancel.
 * - `removed`: the prompt was queued and was removed from the queue. It will not run and has no record. The job ends at
 *   once.
 * - `interrupting`: an interrupt was sent. The run ends at its next check point; the events and the record then show
 *   the ending.
 * - `gone`: the prompt is neither queued nor running, because it has ended or was never submitted. The kernel reads the
 *   record for at most 10 s.
 * - `refused`: the prompt is still there, because ending it could end a prompt of another client.
 *
 * After `interrupting` and `refused` the kernel repeats the cancel while the prompt is there: after 2 s, then less
 * often.
 */
export type CancelOutcome = "removed" | "interrupting" | "gone" | "refused";

/** Options of `Backend.upload`. */
export interface UploadOptions extends CallOptions {
  /** Receives the bytes sent so far, and the total if it is known. */
  progress?(sent: number, total?: number): void;
}

/**
 * An open backend. There is one for each instance, shared by all jobs. It may be an instance of a class. Methods reject
 * with the reason of the signal, or with a `PictorError` whose `base` decides how the kernel reacts:
 * - `BACKEND_UNREACHABLE`, `REQUEST_TIMEOUT`, `AUTH_UNREACHABLE`, and `BACKEND_REPLY` with `details.status` 429 or at
 *   least 500: temporary. `events`, `submit` and `state` are retried for a minute, `cancel` for longer. If
 *   `details.systemCode` (such as `ECONNREFUSED`) shows that there was no connection, nothing was sent; otherwise the
 *   request may have been carried out.
 * - `BACKEND_REPLY` without `details.status`: the result of the request is unknown.
 * - Any other `AUTH_...`: the credentials are not accepted. A job that follows a prompt retries once, a second later.
 * - `BACKEND_CRASHED` (`backend`, `ending`, `lastLines`), from a backend that supervises its server: the server has
 *   ended, and its prompts with it. There is no retry. A job whose prompt was submitted ends as `lost` (`details.why`
 *   is `crashed`), any other job as `failed`.
 * - Any other error: the request has failed.
 */
export interface BackendCalls {
  /** Returns the identity of the backend without starting anything. A job waits 30 s for the result. */
  info(options?: InfoOptions): Promise<BackendInfo>;
  /** Returns all node classes, or those that `classes` names. A job waits 180 s for the catalog. */
  catalog(options?: CatalogOptions): Promise<Catalog>;
  /**
   * Lists the embeddings (textual inversion) that a prompt can name, without their extensions. Undefined if the server has no
   * list. Default: no list.
   */
  embeddings?(options?: CallOptions): Promise<readonly string[] | undefined>;
  /**
   * Subscribes to events; resolves to a function that unsubscribes, once events flow. Called before `submit`, whose
   * events may arrive before its reply. With `promptId`, also delivers the events of a detached prompt of this or
   * another process; of two such listeners the newer one receives them. After 5 s without an event of a prompt, the
   * kernel reads its record.
   */
  events(
    listener: (event: BackendEvent) => void,
    options?: CallOptions & { readonly promptId?: string },
  ): Promise<() => void>;
  /**
   * Queues a prompt on the server and stores its `record` with it. Rejects with `BACKEND_REFUSED_GRAPH`
   * (`details.problems`: `GraphProblem[]`) if nothing was queued. After a temporary error or an unknown result, the
   * kernel looks for the prompt with `state(promptId)` and `prompts()` before it submits again or gives up.
   */
  submit(submission: Submission, options?: SubmitOptions): Promise<Receipt>;
  /**
   * Cancels this prompt and never another one: removes it from the queue, or interrupts its run. If the server can
   * interrupt only whatever is running, the implementation first checks what is running. May be called at any time, and
   * repeatedly: see `CancelOutcome`.
   */
  cancel(promptId: string, options?: CallOptions): Promise<CancelOutcome>;
  /**
   * Reads the server's record of a prompt, without a cache. The record decides how the prompt has ended.
   * `BACKEND_REPLY` of any status is retried.
   */
  state(promptId: string, options?: CallOptions): Promise<PromptState>;
  /** Lists queued and running prompts and the latest results, newest first. `limit` (default 50) counts the results. */
  prompts(options?: CallOptions & { readonly limit?: number }): Promise<readonly PromptSummary[]>;
  /**
   * Reads the submission of a prompt. Resolves to undefined if the server does not know the prompt, or no longer does.
   */
  fetchSubmission(promptId: string, options?: CallOptions): Promise<SubmissionSnapshot | undefined>;
  /**
   * Uploads a file; resolves to the name to use in a graph. The name replaces `file.name` in inputs that the catalog
   * marks as `lenient`. The same contents are sent once. Rejects with `BACKEND_UPLOAD_REFUSED` or `BACKEND_TOO_LARGE`.
   */
  upload(file: InputFile, options?: UploadOptions): Promise<string>;
  /**
   * Streams the bytes of a file; may be called again for the same file. Rejects with `BACKEND_FILE_GONE` if the server
   * no longer has it (a file that may come from the server's cache is then generated once more), or with
   * `BACKEND_FILE_CHANGED` if it is no longer the same file.
   */
  fetchOutput(file: OutputFile, options?: CallOptions): AsyncIterable<Uint8Array>;
  /**
   * Closes the connections and ends the programs that the backend has started, except a server that is to keep running.
   * Called by the code that opened the backend, after the last job.
   */
  close(): Promise<void>;
}
