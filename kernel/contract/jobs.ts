// The records of a generation: outputs, events, requests and endings; those of graphs and drafts come along.

import type { OutputFile } from "./calls.js";
import type { Prompts, Params, WorkflowDraft } from "./draft.js";
import type { Json, Problem } from "./values.js";
import type { NodeId, Graph } from "./graph.js";
import type { PictorError } from "../base/errors/pictor-error.js";

/** An image (or other file) that a job made, on its way through `afterOutput`. */
export interface Output {
  readonly jobId: string;
  readonly batch: number;
  /** Counts the job's outputs from 0. */
  readonly index: number;
  readonly file: OutputFile;
  readonly mime: string;
  /** Can be opened again; never held whole in memory by the kernel. */
  open(): AsyncIterable<Uint8Array>;
  /** Its place in the list of its node's files, from 0: in a batch, which image it is. */
  readonly place: number;
  readonly seed: bigint;
  readonly prompt: Prompts;
  readonly metadata: Readonly<Record<string, Json>>;
  /** Absolute, once a plugin has saved it. */
  readonly path?: string;
}

/** What a job goes through before its ending, in order. */
export const jobPhases = [
  "building",
  "gating",
  "validating",
  "uploading",
  "queued",
  "running",
  "fetching",
] as const;

/** One of `jobPhases`. */
export type JobPhase = (typeof jobPhases)[number];

interface JobScope {
  readonly jobId: string;
  readonly batch: number;
}

/** What observers and the readers of `Generation.events` are told; `batch` counts from 0. */
export type JobEvent =
  /** The job has come to a phase, or to its ending. `promptId` once the server knows the batch. */
  | ({
      readonly type: "job";
      readonly state: JobPhase | GenerationResult["status"];
      readonly promptId?: string;
    } & JobScope)
  /** A node begins to run. */
  | ({ readonly type: "node"; readonly node: NodeId; readonly classType: string } & JobScope)
  /** `overall` is one figure from 0 to 1 over all nodes of all batches; it never falls. */
  | ({
      readonly type: "progress";
      readonly node: NodeId;
      readonly value: number;
      readonly max: number;
      readonly overall: number;
    } & JobScope)
  /** The image so far, encoded. */
  | ({
      readonly type: "preview";
      readonly node?: NodeId;
      readonly mime: string;
      readonly bytes: Uint8Array;
    } & JobScope)
  /** An input file on its way to the backend. Bytes. */
  | ({
      readonly type: "upload";
      readonly file: string;
      readonly sent: number;
      readonly total?: number;
    } & JobScope)
  /** One that has passed `afterOutput`. */
  | ({ readonly type: "output"; readonly output: Output } & JobScope)
  /** Why the job ends as `failed` or `lost`; the event of that ending follows. */
  | ({ readonly type: "error"; readonly error: PictorError } & JobScope)
  /** Prompts of all clients that wait or run on the server. */
  | { readonly type: "status"; readonly queueRemaining: number }
  | { readonly type: "connection"; readonly state: "open" | "lost" | "closed" }
  /** A message kind that nobody knows yet; kept as it came. Of many large ones a slow reader gets only the newest. */
  | { readonly type: "unknown"; readonly wireType: string; readonly data: unknown };

interface ResultCommon {
  readonly jobId: string;
  readonly outputs: readonly Output[];
  /** What went wrong on the way without deciding the ending. */
  readonly problems: readonly Problem[];
}

/** Every expected ending of a generation. `failed` carries its reason; nothing is thrown. */
export type GenerationResult =
  | ({ readonly status: "finished" } & ResultCommon)
  | ({ readonly status: "vetoed"; readonly veto: Veto } & ResultCommon)
  | ({ readonly status: "interrupted"; readonly by: "caller" | "server" } & ResultCommon)
  | ({ readonly status: "failed"; readonly error: PictorError } & ResultCommon)
  | ({ readonly status: "lost"; readonly error: PictorError } & ResultCommon);

/** What a person wants to have made. */
export interface GenerateRequest {
  /** Id of a contributed workflow. */
  readonly workflow: string;
  /** Values for its settings; the rest are defaults. */
  readonly params?: Params;
  /** Features, in the order in which they are applied. */
  readonly features?: readonly { readonly id: string; readonly settings?: Params }[];
  /**
   * Name of an instance. Default: the one that the configuration's `backend` names, else the first of its `backends`, else
   * the first of `KernelOptions.defaultBackends` without a probe or whose probe answers; else `BACKEND_UNKNOWN`.
   */
  readonly backend?: string;
  /** Batches, with seeds seed, seed + 1, ...; default 1. */
  readonly count?: number;
  /** Where output plugins save; default: the configuration's `outputs.directory`. */
  readonly directory?: string;
  /** Ends the generation as `Generation.cancel` does. */
  readonly signal?: AbortSignal;
}

/** A graph to check against a backend's catalog; a draft of `build` is one. */
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
   * Every event from the first on. For a slow reader previews coalesce to the latest, and no more than 8 MiB of unknown
   * messages wait: one that does not fit takes the place of all before it. To a reader that is a thousand events behind
   * only states, outputs, errors and changes of the connection are kept, and of those none is dropped.
   */
  readonly events: AsyncIterable<JobEvent>;
  /**
   * Removes what is queued and interrupts what runs; settles with the result. A server that acknowledges the interrupt
   * ends the run at its next check point, which a node without one can delay; `dispose` of the kernel waits 10 s for it.
   * While the prompt is still there the interrupt is sent again. A server that does not answer for 10 s ends the job here,
   * with the problem `BACKEND_CANCEL_UNCONFIRMED`; the cancel is then tried behind it, for ten minutes or until `dispose`.
   * The same holds while the submission is under way. When the run was through already and its outputs are there, the
   * result is `finished`: that is what the server's record says.
   */
  cancel(): Promise<GenerationResult>;
  /** Never rejects. */
  readonly result: Promise<GenerationResult>;
}

/** A clean no: the generation ends as `vetoed`, with these words. */
export interface Veto {
  readonly kind: "veto";
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** The drafts of a generation, and the values that were used to build them. */
export interface BuiltWorkflow {
  /** Id of the workflow. */
  readonly workflow: string;
  /**
   * With defaults, choices taken from the backend's catalog, and the seed; without secrets, so that they can be shown
   * and kept.
   */
  readonly params: Params;
  /** Seed of the first batch. */
  readonly seed: bigint;
  /** One draft for each batch. */
  readonly drafts: readonly WorkflowDraft[];
  /** The graphs of the drafts. */
  readonly graphs: readonly Graph[];
}
