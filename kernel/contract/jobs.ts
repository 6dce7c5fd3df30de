// Events, outputs and results of generations.

import type { OutputFile } from "./calls.js";
import type { Prompts, Params, WorkflowDraft } from "./draft.js";
import type { Json, Problem } from "./values.js";
import type { JobLine } from "./events.gen.js";
import type { Graph } from "./graph.js";
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

/**
 * The phases of a job before its result, in order. A job that waits for its time, or until a batch is tried again, is
 * `waiting`.
 */
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

/** The event of a line: with the bytes of a preview, the output itself, and the error itself. */
type InProcess<Line> = Line extends { readonly type: "preview" }
  ? Omit<Line, "bytes"> & { readonly bytes: Uint8Array }
  : Line extends { readonly type: "output"; readonly jobId: string; readonly batch: number }
    ? Pick<Line, "type" | "jobId" | "batch"> & { readonly output: Output }
    : Line extends { readonly type: "error" }
      ? Omit<Line, "error"> & { readonly error: PictorError }
      : Line;

/**
 * Events of a job, for observers and for readers of `Generation.events`. schemas/events.schema.json describes them;
 * `batch` counts from 0.
 */
export type JobEvent = InProcess<JobLine>;

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
   * receives only job states, outputs, texts, errors and connection states; none of those is dropped.
   */
  readonly events: AsyncIterable<JobEvent>;
  /**
   * Removes queued prompts and interrupts the running one; resolves to the result. After the server has acknowledged
   * the interrupt, the run ends at its next check point, which a node without one can delay; `dispose` of the kernel
   * waits 10 s for it. The interrupt is repeated while the prompt is there. If it has no effect for 20 s, or the server
   * does not answer for 10 s (also while submitting), the job ends with the problem `BACKEND_CANCEL_UNCONFIRMED`, and
   * the cancel is retried in the background for ten minutes or until `dispose`. The result is `finished` if the
   * server's record shows that the run had already succeeded.
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
