// The state machine of a server, as this process knows it. Pure.

import type { ProcessEnding } from "../process/process-ending.js";
import type { Owner } from "../record/run-record.js";

export interface ServerEndpoint {
  readonly url: string;
  readonly pid: number;
  readonly owner: Owner;
  /** Time of the start in milliseconds since 1970. */
  readonly sinceMs: number;
}
export interface Crash extends ProcessEnding {
  readonly lastLines: readonly string[];
}

export type Phase =
  | { readonly at: "down" }
  /** `endpoint` is absent until the process exists. `crash` is that of the server that this start replaces. */
  | { readonly at: "starting"; readonly endpoint?: ServerEndpoint; readonly crash?: Crash | undefined }
  /** `life` increases with every start of the server, so it differs after a restart even at the same address. */
  | { readonly at: "running"; readonly endpoint: ServerEndpoint; readonly life: number }
  | { readonly at: "stopping" }
  | { readonly at: "crashed"; readonly crash: Crash };

export type ServerEvent =
  | { readonly type: "launching" }
  | { readonly type: "spawned"; readonly endpoint: ServerEndpoint }
  | { readonly type: "ready"; readonly endpoint: ServerEndpoint }
  /** The process runs and its port is closed: the server restarts itself in the same process. */
  | { readonly type: "restarting" }
  /** This process has taken over the server. */
  | { readonly type: "taken over" }
  | { readonly type: "stopping" }
  | { readonly type: "down" }
  | { readonly type: "crashed"; readonly crash: Crash };

export interface ServerState {
  readonly phase: Phase;
  /** `life` of the most recent server that became ready. */
  readonly life: number;
}
export const initialState: ServerState = { phase: { at: "down" }, life: 0 };

/** The crash after which no server became ready yet. */
export const pendingCrash = (phase: Phase): Crash | undefined =>
  phase.at === "crashed" || phase.at === "starting" ? phase.crash : undefined;

export function nextState({ phase, life }: ServerState, event: ServerEvent): ServerState {
  switch (event.type) {
    case "launching":
      return { phase: { at: "starting", crash: pendingCrash(phase) }, life };
    case "spawned":
      return { phase: { at: "starting", endpoint: event.endpoint, crash: pendingCrash(phase) }, life };
    case "ready":
      return { phase: { at: "running", endpoint: event.endpoint, life: life + 1 }, life: life + 1 };
    case "restarting":
      return phase.at === "running"
        ? { phase: { at: "starting", endpoint: phase.endpoint }, life }
        : { phase, life };
    case "taken over":
      return phase.at === "running"
        ? { phase: { ...phase, endpoint: { ...phase.endpoint, owner: "this" } }, life }
        : { phase, life };
    case "stopping":
      return { phase: { at: "stopping" }, life };
    case "down":
      return { phase: { at: "down" }, life };
    case "crashed":
      return { phase: { at: "crashed", crash: event.crash }, life };
  }
}

// --- the exit of a server that this process did not request --------------------------------------------------------

export interface ExitFacts {
  readonly ending: ProcessEnding;
  /** Whether ComfyUI-Manager has left the file that requests a restart. */
  readonly asksForRestart: boolean;
  /** What run.json describes now: the ended process, another process, or nothing. */
  readonly record: "same" | "same, crashed" | "same, stopping" | "other" | "none";
}
/** `follow`: another server has replaced the ended one. */
export type ExitVerdict = "restart" | "follow" | "stopped" | "crashed";

export function judgeExit({ ending, asksForRestart, record }: ExitFacts): ExitVerdict {
  if (record === "other") return "follow";
  if (record === "none" || record === "same, stopping") return "stopped";
  if (record === "same, crashed") return "crashed";
  if (asksForRestart && (ending.exitCode ?? 0) === 0) return "restart";
  return "crashed";
}

// --- restarts after a crash --------------------------------------------------------------------------------------

/** The count of crashes in a row starts anew when the server was ready for this long. */
const stableMs = 60_000;
const firstDelayMs = 1_000;
const maxDelayMs = 60_000;

/** Milliseconds until the server is started again; undefined for never. After exit code 2, an argument would be refused again. */
export function restartDelayMs(
  crashCount: number,
  restarts: number,
  { exitCode }: ProcessEnding,
): number | undefined {
  if (crashCount > restarts || exitCode === 2) return undefined;
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (crashCount - 1));
}

/** Number of crashes in a row including this one, which came after the server was ready for `readyMs`. */
export const countCrashesInRow = (before: number, readyMs: number): number =>
  readyMs >= stableMs ? 1 : before + 1;
