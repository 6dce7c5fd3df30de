// The records of a generation: outputs, events, requests and endings; those of graphs and drafts come along.

import type { PictorError } from "../errors/define.js";
import type { OutputFile } from "../backend/types.js";
import type { Json, Problem, Veto } from "../hooks/types.js";
import type { Graph, NodeId, Params, Prompts, WorkflowDraft } from "./draft-types.js";

export type * from "./draft-types.js";

/** A picture (or other file) that a job made, on its way through `afterOutput`. */
export interface Output {
  readonly jobId: string;
  readonly batch: number;
  /** Counts the job's outputs from 0. */
  readonly index: number;
  readonly file: OutputFile;
  readonly mime: string;
  /** Can be opened again; never held whole in memory by the kernel. */
  open(): AsyncIterable<Uint8Array>;
  /** Its place in the list of its node's files, from 0: in a batch, which picture it is. */
  readonly place: number;
  readonly seed: bigint;
  readonly prompt: Prompts;
  readonly metadata: Readonly<Record<string, Json>>;
  /** Absolute, once a plugin has saved it. */
  readonly path?: string;
}

export const jobStates = [
  "building",
  "gating",
  "validating",
  "uploading",
  "queued",
  "running",
  "fetching",
] as const;
export type JobPhase = (typeof jobStates)[number];

interface OfJob {
  readonly jobId: string;
  readonly batch: number;
}
export type JobEvent =
  | ({
      readonly type: "job";
      readonly state: JobPhase | GenerationResult["status"];
      readonly promptId?: string;
    } & OfJob)
  | ({ readonly type: "node"; readonly node: NodeId; readonly classType: string } & OfJob)
  /** `overall` is one figure from 0 to 1 over all nodes of all batches; it never falls. */
  | ({
      readonly type: "progress";
      readonly node: NodeId;
      readonly value: number;
      readonly max: number;
      readonly overall: number;
    } & OfJob)
  | ({
      readonly type: "preview";
      readonly node?: NodeId;
      readonly mime: string;
      readonly bytes: Uint8Array;
    } & OfJob)
  /** An input file on its way to the backend. Bytes. */
  | ({
      readonly type: "upload";
      readonly file: string;
      readonly sent: number;
      readonly total?: number;
    } & OfJob)
  | ({ readonly type: "output"; readonly output: Output } & OfJob)
  | ({ readonly type: "error"; readonly error: PictorError } & OfJob)
  | { readonly type: "status"; readonly queueRemaining: number }
  | { readonly type: "connection"; readonly state: "open" | "lost" | "closed" }
  /** A message kind that nobody knows yet; kept as it came. */
  | { readonly type: "unknown"; readonly wireType: string; readonly data: unknown };

interface Ended {
  readonly jobId: string;
  readonly outputs: readonly Output[];
  /** What went wrong on the way without deciding the ending. */
  readonly problems: readonly Problem[];
}
/** Every expected ending of a generation. `failed` carries its reason; nothing is thrown. */
export type GenerationResult =
  | ({ readonly status: "finished" } & Ended)
  | ({ readonly status: "vetoed"; readonly veto: Veto } & Ended)
  | ({ readonly status: "interrupted"; readonly by: "caller" | "server" } & Ended)
  | ({ readonly status: "failed"; readonly error: PictorError } & Ended)
  | ({ readonly status: "lost"; readonly error: PictorError } & Ended);

export interface GenerateRequest {
  /** Id of a contributed workflow. */
  readonly workflow: string;
  readonly params?: Params;
  readonly features?: readonly { readonly id: string; readonly settings?: Params }[];
  /** Name of a configured backend; default: the configuration's, else a server at 127.0.0.1:8188, else embedded. */
  readonly backend?: string;
  /** Batches, with seeds seed, seed + 1, ...; default 1. */
  readonly count?: number;
  /** Where output plugins save; default: the configuration's `outputs.directory`. */
  readonly directory?: string;
  readonly signal?: AbortSignal;
}

/** A graph to check against a backend's catalogue; a draft of `build` is one. */
export interface ValidateRequest {
  readonly graph: Graph;
  /** As in `WorkflowDraft`: problems name the user's setting where it is known. */
  readonly origins?: Readonly<Record<string, string>>;
  /** As in `GenerateRequest`. */
  readonly backend?: string;
  readonly signal?: AbortSignal;
}

/** What `attach` follows: a prompt on a backend, submitted by this or another process, or by another program. */
export interface AttachRequest {
  readonly promptId: string;
  /** As in `GenerateRequest`. */
  readonly backend?: string;
  readonly directory?: string;
  /**
   * Ends the following, not the prompt, which goes on on its server; so does `Kernel.dispose`. The result is then
   * `interrupted` by the caller. To end the prompt itself there is `Generation.cancel`.
   */
  readonly signal?: AbortSignal;
}

/** How a submission without waiting ended. */
export type SubmissionResult =
  | {
      readonly status: "submitted";
      readonly jobId: string;
      /** Name of the instance. */
      readonly backend: string;
      /** One for each batch. */
      readonly promptIds: readonly string[];
      readonly problems: readonly Problem[];
    }
  | Exclude<GenerationResult, { readonly status: "finished" }>;

/** How a check ended. */
export type CheckResult =
  | {
      readonly status: "ready";
      readonly jobId: string;
      readonly workflow: string;
      /** Name of the instance. */
      readonly backend: string;
      /** One for each batch, as they would be submitted, but for the names of uploaded files. */
      readonly drafts: readonly WorkflowDraft[];
      readonly problems: readonly Problem[];
    }
  | Exclude<GenerationResult, { readonly status: "finished" }>;

/** A running generation. */
export interface Generation {
  readonly jobId: string;
  /**
   * Every event from the first on. For a slow reader previews coalesce to the latest; to one that is a thousand events
   * behind only states, outputs, errors and changes of the connection are kept, and of those none is dropped.
   */
  readonly events: AsyncIterable<JobEvent>;
  /**
   * Removes what is queued and interrupts what runs; settles with the result. A server that acknowledges the interrupt
   * ends the run at its next check point, which a node without one can delay; `dispose` of the kernel waits 10 s for it.
   * While the prompt is still there the interrupt is sent again. A server that does not answer for 10 s ends the job
   * here. When the run was through already and its outputs are there, the result is `finished`: that is what the
   * server's record says.
   */
  cancel(): Promise<GenerationResult>;
  readonly result: Promise<GenerationResult>;
}
