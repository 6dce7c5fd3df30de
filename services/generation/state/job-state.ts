// What is known of a job at any moment, and everything that can happen to it.

import type {
  BackendEvent,
  NodeError,
  PromptState,
  PictorError,
  Veto,
  Graph,
  JobPhase,
  NodeId,
} from "@pictor/kernel";
import type { BatchPosition, Progress } from "./progress.js";

/** How a job ended. */
export type Ending =
  | { readonly status: "finished" }
  | { readonly status: "vetoed"; readonly veto: Veto }
  | { readonly status: "interrupted"; readonly by: "caller" | "server" }
  | { readonly status: "failed"; readonly error: PictorError }
  | { readonly status: "lost"; readonly error: PictorError };

/** The ending that the messages reported: it counts only where the server has no record of the prompt. */
export type ReportedEnding =
  { readonly as: "succeeded" | "interrupted" } | { readonly as: "failed"; readonly error?: NodeError };

/** The state of a job, which changes by `reduce` only. */
export interface JobState {
  readonly jobId: string;
  readonly phase: JobPhase | "ended";
  /** The batch number for events, from 0; for an attached prompt the one in its record. */
  readonly batch: number;
  /** The batch among those of this job. */
  readonly position: BatchPosition;
  readonly graph: Graph;
  readonly promptId?: string;
  readonly progress: Progress;
  /** The caller has cancelled the job: an interruption counts as the caller's. */
  readonly cancelling: boolean;
  /** The connection was lost, or the server silent, since the prompt was submitted. */
  readonly connectionLost: boolean;
  readonly reportedEnding?: ReportedEnding;
  /** Nodes whose results came from the server's cache; absent until the server has reported them. */
  readonly cached?: ReadonlySet<NodeId>;
  readonly ending?: Ending;
}

/** What can happen to a job. */
export type JobInput =
  | { readonly type: "enter"; readonly phase: "gating" | "validating" | "fetching" }
  | { readonly type: "batch"; readonly index: number; readonly graph: Graph }
  | { readonly type: "upload"; readonly file: string; readonly sent: number; readonly total?: number }
  | { readonly type: "submitted"; readonly promptId: string }
  /** A prompt that this job did not submit. */
  | { readonly type: "attached"; readonly promptId: string; readonly batch: number; readonly graph: Graph }
  | { readonly type: "backend"; readonly event: BackendEvent }
  /** The server's own record of the prompt. */
  | { readonly type: "record"; readonly record: PromptState }
  /** The server did not answer when it was asked for the record. */
  | { readonly type: "unanswered" }
  /** The server answered that it has no record of the prompt. */
  | { readonly type: "recordMissing" }
  | { readonly type: "cancel" }
  | { readonly type: "veto"; readonly veto: Veto }
  | { readonly type: "fault"; readonly error: PictorError }
  | { readonly type: "lost"; readonly error: PictorError }
  /** A cancelled job has nothing left running. */
  | { readonly type: "stopped" }
  | { readonly type: "finished" };
