// The state of a job, and the inputs that change it.

import type {
  BackendEvent,
  NodeError,
  PromptState,
  PromptWait,
  PictorError,
  Veto,
  Graph,
  JobPhase,
  NodeId,
} from "@pictor/kernel";
import type { Ending } from "./ending.js";
import type { BatchPosition, Progress } from "./progress.js";
import type { Retries, Retry } from "./retry.js";

/** The ending that the server's messages have reported. It counts only if the server has no record of the prompt. */
export type ReportedEnding =
  { readonly as: "succeeded" | "interrupted" } | { readonly as: "failed"; readonly error?: NodeError };

/** The state of a job. Only `reduce` changes it. */
export interface JobState {
  readonly jobId: string;
  readonly phase: JobPhase | "ended";
  /** Number of the batch in events, from 0. For an attached prompt, the number that the request names, or that in its record. */
  readonly batch: number;
  /** Position of the batch among those of this job. */
  readonly position: BatchPosition;
  readonly graph: Graph;
  readonly promptId?: string;
  /** What keeps the queued prompt from running until it changes; absent if others merely run first. */
  readonly wait?: PromptWait;
  readonly progress: Progress;
  /** Whether the caller has cancelled the job. An interruption then counts as one by the caller. */
  readonly cancelling: boolean;
  /** Whether the connection was lost, or the server did not answer, since the prompt was submitted. */
  readonly connectionLost: boolean;
  readonly reportedEnding?: ReportedEnding;
  /** Nodes whose results came from the server's cache; absent until the server has reported them. */
  readonly cached?: ReadonlySet<NodeId>;
  /** The keys of the texts that were published. */
  readonly texts?: ReadonlySet<string>;
  readonly ending?: Ending;
  /** The attempts of the present batch. */
  readonly retries: Retries;
  /** Why a waiting job tries its batch again. */
  readonly retry?: Retry;
}

/** Whether nothing more comes of the present prompt: the job has ended, or waits before the next attempt. */
export const isPromptOver = ({ phase }: Pick<JobState, "phase">): boolean =>
  phase === "ended" || phase === "waiting";

/** An input of `reduce`. */
export type JobInput =
  | { readonly type: "enter"; readonly phase: "building" | "gating" | "validating" | "fetching" }
  /** The job waits for its time. */
  | { readonly type: "wait"; readonly wait: PromptWait }
  | { readonly type: "batch"; readonly index: number; readonly graph: Graph }
  | { readonly type: "upload"; readonly file: string; readonly sent: number; readonly total?: number }
  /** The backend does not answer, and is asked again; without a reason, it has answered. */
  | { readonly type: "outage"; readonly reason?: string }
  | { readonly type: "submitted"; readonly promptId: string }
  /** The job follows a prompt that it did not submit. */
  | { readonly type: "attached"; readonly promptId: string; readonly batch: number; readonly graph: Graph }
  | { readonly type: "backend"; readonly event: BackendEvent }
  /** The server's record of the prompt was read. */
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
