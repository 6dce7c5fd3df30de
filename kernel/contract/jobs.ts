// Events, outputs and results of generations.

import type { NodeText, OutputFile } from "./calls.js";
import type { Prompts, Params, WorkflowDraft } from "./draft.js";
import type { PromptWait } from "./prompt-wait.js";
import type { Json, Problem } from "./values.js";
import type { NodeId, Graph } from "./graph.js";
import type { PictorError } from "../base/errors/pictor-error.js";

/** An image or other file of a job, while it passes through `afterOutput`. */
export interface Output {
  readonly jobId: string;
  readonly batch: number;
  /** Index among the outputs of the job, from 0. */
  readonly index: number;
  readonly file: OutputFile;
  readonly mime: string;
  /** Opens the file; may be called repeatedly. The kernel never holds the whole file in memory. */
  open(): AsyncIterable<Uint8Array>;
  /** Index in the file list of its node, from 0; in a batch, this identifies the image. */
  readonly place: number;
  /** The seed of the output's batch; absent if the graph uses no seed, or if the record of the prompt names none. */
  readonly seed?: bigint;
  readonly prompt: Prompts;
  readonly metadata: Readonly<Record<string, Json>>;
  /** Absolute path, once a plugin has saved the output. */
  readonly path?: string;
}

/** The phases of a job before its result, in order. A job that waits for its time, or until a batch is tried again, is `waiting`. */
export const jobPhases = [
  "waiting",
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

/** Events of a job, for observers and for readers of `Generation.events`. `batch` counts from 0. */
export type JobEvent =
  /**
   * The job has reached a phase or its result, or what keeps a queued prompt from running has changed. `promptId` is set once the server
   * has accepted the batch. `wait` says why the job is `waiting`, or keeps a queued prompt from running; absent if others merely run first.
   */
  | ({
      readonly type: "job";
      readonly state: JobPhase | GenerationResult["status"];
      readonly promptId?: string;
      readonly wait?: PromptWait;
    } & JobScope)
  /** A node starts to run. `title` is the node's title in the graph, if it has one. */
  | ({
      readonly type: "node";
      readonly node: NodeId;
      readonly classType: string;
      readonly title?: string;
    } & JobScope)
  /** `overall` is the progress of all nodes of all batches, from 0 to 1; it never decreases. */
  | ({
      readonly type: "progress";
      readonly node: NodeId;
      readonly value: number;
      readonly max: number;
      readonly overall: number;
    } & JobScope)
  /** An encoded preview image. */
  | ({
      readonly type: "preview";
      readonly node?: NodeId;
      readonly mime: string;
      readonly bytes: Uint8Array;
    } & JobScope)
  /** Progress of the upload of an input file, in bytes. */
  | ({
      readonly type: "upload";
      readonly file: string;
      readonly sent: number;
      readonly total?: number;
    } & JobScope)
  /** The output plugins have processed a file: `output.path`, `output.open()`. */
  | ({ readonly type: "output"; readonly output: Output } & JobScope)
  /** A text that a node displayed. */
  | ({ readonly type: "text" } & NodeText & JobScope)
  /**
   * A problem that cannot wait for the end of the job: that the backend gives no sign of life, or one that an observer
   * has, or has reported. The result of the job lists it, too.
   */
  | ({ readonly type: "warning"; readonly problem: Problem } & JobScope)
  /** Why the job ends as `failed` or `lost`. The event of that result follows. */
  | ({ readonly type: "error"; readonly error: PictorError } & JobScope)
  /** Number of prompts of all clients that are queued or running on the server. */
  | { readonly type: "status"; readonly queueRemaining: number }
  /** The socket to the server was opened, lost or closed. */
  | { readonly type: "connection"; readonly state: "open" | "lost" | "closed" }
  /** A message of an unknown type, as received. A slow reader may receive only the newest of many large messages. */
  | { readonly type: "unknown"; readonly wireType: string; readonly data: unknown };

interface ResultCommon {
  readonly jobId: string;
  readonly outputs: readonly Output[];
  /** A problem that did not decide the result. */
  readonly problems: readonly Problem[];
}

/** Every expected result of a generation. `failed` and `lost` carry their error; nothing is thrown. */
export type GenerationResult =
  | ({ readonly status: "finished" } & ResultCommon)
  | ({ readonly status: "vetoed"; readonly veto: Veto } & ResultCommon)
  | ({ readonly status: "interrupted"; readonly by: "caller" | "server" } & ResultCommon)
  | ({ readonly status: "failed"; readonly error: PictorError } & ResultCommon)
  | ({ readonly status: "lost"; readonly error: PictorError } & ResultCommon);

/** The result of submitting without waiting. */
export type SubmissionResult =
  | {
      readonly status: "submitted";
      readonly jobId: string;
      /** Name of the backend instance. */
      readonly backend: string;
      /** The ids of the prompts, one for each batch. */
      readonly promptIds: readonly string[];
      readonly problems: readonly Problem[];
    }
  | Exclude<GenerationResult, { readonly status: "finished" }>;

/** The result of a check. */
export type CheckResult =
  | {
      readonly status: "ready";
      readonly jobId: string;
      readonly workflow: string;
      /** Name of the backend instance. */
      readonly backend: string;
      /** One draft for each batch, as it would be submitted except for the names of uploaded files. */
      readonly drafts: readonly WorkflowDraft[];
      readonly problems: readonly Problem[];
    }
  | Exclude<GenerationResult, { readonly status: "finished" }>;

/** A running generation. */
export interface Generation {
  readonly jobId: string;
  /**
   * Every event from the first one on. For a slow reader, previews are reduced to the latest, and unknown messages to 8
   * MiB: a message that exceeds this limit replaces all earlier ones. A reader that is a thousand events behind
   * receives only job states, outputs, errors and connection states; none of those is dropped.
   */
  readonly events: AsyncIterable<JobEvent>;
  /**
   * Removes queued prompts and interrupts the running one; resolves to the result. After the server has acknowledged
   * the interrupt, the run ends at its next check point, which a node without one can delay; `dispose` of the kernel
   * waits 10 s for it. The interrupt is repeated while the prompt is there. If it has no effect for 20 s, or the server
   * does not answer for 10 s (also while submitting), the job ends with the problem `BACKEND_CANCEL_UNCONFIRMED`, and the cancel is retried in
   * the background for ten minutes or until `dispose`. The result is `finished` if the server's record shows that the
   * run had already succeeded.
   */
  cancel(): Promise<GenerationResult>;
  /**
   * Stops following, and resolves to the result, which is `interrupted` by the caller. The prompt continues on its
   * server, and `attach` follows it again. A prompt that is being submitted is waited for; a job that has submitted
   * none yet is cancelled, and further batches are not submitted.
   */
  leave(): Promise<GenerationResult>;
  /** The result, as a promise that never rejects. */
  readonly result: Promise<GenerationResult>;
}

/** The refusal of a gate. The generation ends as `vetoed` with this message. */
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
   * The settings with defaults, choices from the backend's catalog, and the seed. They contain no secrets, so that they
   * can be shown and stored.
   */
  readonly params: Params;
  /** Seed of the first batch; absent if the graph uses no seed. */
  readonly seed?: bigint;
  /** One draft for each batch. */
  readonly drafts: readonly WorkflowDraft[];
  /** The graphs of the drafts. */
  readonly graphs: readonly Graph[];
}
