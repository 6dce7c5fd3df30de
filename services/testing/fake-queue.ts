// The prompts of the server in memory: its queue, the running prompt, and its history.

import type {
  BackendEvent,
  CancelOutcome,
  Clock,
  GraphProblem,
  NodeError,
  OutputFile,
  PromptState,
  Receipt,
  Submission,
} from "@pictor/kernel";
import { aFile } from "./fake-backend.js";

type FinalState = Extract<PromptState, { readonly outputs: unknown }>;
/** How a run can end. */
export type Fate = "succeeded" | "interrupted" | "failed";

/** What tests may change about the server. */
export interface FakeBehavior {
  keepsHistory: boolean;
  /** Whether the server assigns its own prompt ids, as older servers do. */
  assignsIds: boolean;
  /** Whether the worker has died: prompts stay queued. */
  isWorkerDead: boolean;
  /** Number of interrupts that the server will acknowledge without effect. */
  lostInterrupts: number;
  /** Whether the last message of a run contains the outcome. */
  reportsOutcome: boolean;
  /** Milliseconds between the end of a run and its record in the history. */
  historyDelayMs: number;
  /** Branches that the server leaves out of every graph. */
  dropped: readonly GraphProblem[];
  /** How runs fail. */
  nodeError: NodeError;
}

export interface QueueDependencies {
  /** Sends an event if the connection is open. */
  send(event: BackendEvent): void;
  clock(): Clock | undefined;
}

export function createFakeQueue({ send, clock }: QueueDependencies) {
  let running: string | undefined;
  let cached: readonly string[] = [];
  const queue: string[] = [];
  const history = new Map<string, FinalState>();
  const submissions = new Map<string, Submission & { readonly detached: boolean }>();
  /** The actual state of every prompt, even if the server no longer knows the prompt. */
  const fates = new Map<string, string>();
  /** The ids of all prompts in the order in which they were queued. */
  const accepted: string[] = [];
  /** The job and the batch of every prompt. */
  const owners = new Map<string, { readonly jobId: unknown; readonly batch: unknown }>();
  const behavior: FakeBehavior = {
    keepsHistory: true,
    assignsIds: false,
    isWorkerDead: false,
    lostInterrupts: 0,
    reportsOutcome: true,
    historyDelayMs: 0,
    dropped: [],
    nodeError: { node: "Save", classType: "FakeSave", exception: "ValueError", message: "out of paint" },
  };

  const accept = (submission: Submission, detached: boolean): Receipt => {
    const promptId = behavior.assignsIds ? `own-${submission.promptId}` : submission.promptId;
    queue.push(promptId);
    fates.set(promptId, "queued");
    accepted.push(promptId);
    owners.set(promptId, { jobId: submission.record?.["jobId"], batch: submission.record?.["batch"] });
    submissions.set(promptId, { ...submission, detached });
    return { promptId, dropped: behavior.dropped };
  };
  /** Starts the next prompt. The results of `nodes` come from the cache. */
  const start = (nodes: readonly string[] = []): string | undefined => {
    if (running !== undefined || behavior.isWorkerDead) return undefined;
    running = queue.shift();
    cached = nodes;
    if (running !== undefined) {
      send({ type: "started", promptId: running });
      send({ type: "cached", promptId: running, nodes });
    }
    return running;
  };
  /** Ends the running prompt. */
  const finish = (
    as: Fate,
    files: readonly OutputFile[] = [aFile(`${String(running)}.png`)],
    shown: readonly string[] = [],
  ): void => {
    if (running === undefined) return;
    const promptId = running;
    const record: FinalState =
      as === "failed"
        ? { state: as, outputs: [], error: behavior.nodeError }
        : as === "succeeded"
          ? { state: as, outputs: files, shown, cached }
          : { state: as, outputs: [] };
    running = undefined;
    fates.set(promptId, as);
    const keep = (): void => {
      if (behavior.keepsHistory) history.set(promptId, record);
    };
    const timer = clock();
    if (behavior.historyDelayMs > 0 && timer !== undefined) timer.after(behavior.historyDelayMs, keep);
    else keep();
    if (as === "succeeded") send({ type: "output", promptId, files });
    if (as === "failed") send({ type: "error", promptId, error: behavior.nodeError });
    send({ type: "ended", promptId, ...(behavior.reportsOutcome ? { as } : {}) });
  };
  const state = (promptId: string): PromptState => {
    if (running === promptId) return { state: "running" };
    const ahead = queue.indexOf(promptId);
    if (ahead >= 0) return { state: "queued", ahead, idle: running === undefined };
    return history.get(promptId) ?? { state: "unknown" };
  };
  const cancel = (promptId: string): CancelOutcome => {
    const at = queue.indexOf(promptId);
    if (at >= 0) {
      queue.splice(at, 1);
      fates.set(promptId, "removed");
      return "removed";
    }
    if (running !== promptId) return "gone";
    if (behavior.lostInterrupts > 0) behavior.lostInterrupts--;
    else finish("interrupted");
    return "interrupting";
  };
  /** Drops everything that a restart drops. */
  const clear = (): void => {
    for (const id of [...queue.splice(0), ...(running === undefined ? [] : [running])])
      fates.set(id, "forgotten");
    running = undefined;
    history.clear();
    submissions.clear();
  };

  return {
    behavior,
    queue,
    history,
    submissions,
    fates,
    accepted,
    owners,
    running: () => running,
    accept,
    start,
    finish,
    state,
    cancel,
    clear,
  };
}
