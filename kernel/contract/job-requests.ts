// What callers ask the generation service for.

import type { Params, WorkflowDraft } from "./draft.js";
import type { Graph, InputFile } from "./graph.js";
import type { Interaction } from "./interaction.js";
import type { Priority } from "./priority.js";
import type { Problem } from "./values.js";

/** Whether the prompt of a batch counts as one that a server may have, or may have run. */
export interface SentPrompt {
  /** The id that was proposed to the server. */
  readonly promptId: string;
  readonly batch: number;
  readonly isSent: boolean;
}

/**
 * A job that an earlier process has begun, and that a generation continues: events, outputs, questions and records
 * name it.
 */
export interface EarlierJob {
  readonly jobId: string;
  /** The index of the next output. */
  readonly nextOutput: number;
  /** The progress that the job has reached, from 0 to 1. */
  readonly overall: number;
}

/** How often a batch is tried again after a failure. */
export interface RetryRule {
  /** The number of further attempts. */
  readonly attempts: number;
  /** Milliseconds before the first attempt, doubled before each later one, at most an hour. Default 10,000. */
  readonly backoffMs?: number;
}

/** The failures after which a batch is tried again; after all others, the job ends. */
export interface RetryPolicy {
  /** The server ran out of memory. */
  readonly outOfMemory?: RetryRule;
  /** The prompt is lost. It may have run, or may still run, so the batch may be run twice. */
  readonly lost?: RetryRule;
}

/** What to generate. */
export interface GenerateRequest {
  /** Id of a contributed workflow. */
  readonly workflow: string;
  /** Values of the workflow's settings; other settings take their defaults. */
  readonly params?: Params;
  /** Features, in the order in which they are applied. */
  readonly features?: readonly { readonly id: string; readonly settings?: Params }[];
  /**
   * Name of an instance. Default: the `backend` of the configuration, else its first entry of `backends`, else the
   * first of `PictorOptions.defaultBackends` that has no probe or whose probe answers as expected; else `BACKEND_NONE`.
   */
  readonly backend?: string;
  /** Number of batches, with the seeds seed, seed + 1, ...; default 1. */
  readonly count?: number;
  /** The batches to run, counted from 0; default all. An earlier process has run the others. */
  readonly batches?: readonly number[];
  /** Default: the generation is a new job. */
  readonly continues?: EarlierJob;
  /** The folder into which output plugins save. Default: `outputs.directory` of the configuration. */
  readonly directory?: string;
  /** Whether displayed texts are outputs, too, which output plugins save as files. Default false. */
  readonly savesTexts?: boolean;
  /**
   * Who has asked for the generation, such as the name of a token of the local API. Output plugins record it, and backends with
   * their own queue serve the owners in turn. Default: nobody is named.
   */
  readonly owner?: string;
  /** For a backend with its own queue: prompts of a higher priority run first. Default `normal`. */
  readonly priority?: Priority;
  /** `Submission.runningLimit` of the prompts. Default: any number run at the same time. */
  readonly runningLimit?: number;
  /** Default: no batch is tried again. Only `Pictor.generate` tries again, since `submit` waits for no prompt. */
  readonly retry?: RetryPolicy;
  /** The job waits until this time, in milliseconds since 1970, before it does anything. Default: it begins at once. */
  readonly notBeforeMs?: number;
  /**
   * For a caller that continues the generation in another process after this one has ended: called, and awaited, before
   * a prompt may reach a server, and when that no longer holds: certainly no server has it and none has run it, or its
   * batch is tried again.
   */
  readonly noteSent?: (prompt: SentPrompt) => Promise<void>;
  /** Interaction with the user of this generation, for its gates. Default: `PictorOptions.interaction`. */
  readonly interaction?: Interaction;
  /** Cancels the generation, as `Generation.cancel` does. */
  readonly signal?: AbortSignal | undefined;
}

/** A graph to check against the catalog of a backend. A draft that `build` returns can be passed as is. */
export interface ValidateRequest {
  readonly graph: Graph;
  /** The origins, as in `WorkflowDraft`, with which problems name the user's settings. */
  readonly origins?: WorkflowDraft["origins"];
  /** The input files, as in `WorkflowDraft`, which need not be on the backend yet. */
  readonly inputs?: readonly InputFile[];
  /** Called for each value that the server will convert to the type of its input. Such a graph is valid. */
  readonly report?: (problem: Problem) => void;
  /** Name of a backend instance; the default is that of `GenerateRequest.backend`. */
  readonly backend?: string;
  readonly signal?: AbortSignal | undefined;
}

/** The prompt for `attach` to follow. This process, another one, or another program has submitted it. */
export interface AttachRequest {
  readonly promptId: string;
  /** Name of a backend instance; the default is that of `GenerateRequest.backend`. */
  readonly backend?: string;
  readonly directory?: string;
  /** Whether displayed texts are outputs, too, as in `GenerateRequest`. Default false. */
  readonly savesTexts?: boolean;
  /** Who has asked for the outputs, as in `GenerateRequest`. */
  readonly owner?: string;
  /** The batch of the job that the prompt is. Default: the one in its record. */
  readonly batch?: number;
  /** The number of batches of the job. Default 1. */
  readonly count?: number;
  /** Default: the prompt is a new job. */
  readonly continues?: EarlierJob;
  /**
   * Stops following. The prompt continues on its server, as it does after `Pictor.dispose`, and the result is
   * `interrupted` by the caller. `Generation.cancel` cancels the prompt itself.
   */
  readonly signal?: AbortSignal | undefined;
}
