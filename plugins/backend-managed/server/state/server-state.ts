// What this process knows of a server, as a state machine. Pure: what is done about it is decided elsewhere.

import type { ProcessEnding } from "../process/process-ending.js";
import type { Owner } from "../record/run-record.js";

export interface ServerEndpoint {
  readonly url: string;
  readonly pid: number;
  readonly owner: Owner;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
}
export interface Crash extends ProcessEnding {
  readonly lastLines: readonly string[];
}

export type Phase =
  | { readonly at: "down" }
  /** `place` is absent until there is a process. `crash`: of the server whose place it takes. */
  | { readonly at: "starting"; readonly endpoint?: ServerEndpoint; readonly crash?: Crash }
  /** Each life has its number: a server that restarted is another one, also at the same address. */
  | { readonly at: "running"; readonly endpoint: ServerEndpoint; readonly life: number }
  | { readonly at: "stopping" }
  | { readonly at: "crashed"; readonly crash: Crash };

export type ServerEvent =
  | { readonly type: "launching" }
  | { readonly type: "spawned"; readonly endpoint: ServerEndpoint }
  | { readonly type: "ready"; readonly endpoint: ServerEndpoint }
  /** Its process lives and nobody listens: it restarts from inside. */
  | { readonly type: "away" }
  | { readonly type: "stopping" }
  | { readonly type: "down" }
  | { readonly type: "crashed"; readonly crash: Crash };

export interface ServerState {
  readonly phase: Phase;
  /** Of the latest server that was ready. */
  readonly life: number;
}
export const initialState: ServerState = { phase: { at: "down" }, life: 0 };

const pendingCrash = (phase: Phase): { readonly crash?: Crash } =>
  (phase.at === "crashed" || phase.at === "starting") && phase.crash !== undefined
    ? { crash: phase.crash }
    : {};

export function nextState({ phase, life }: ServerState, event: ServerEvent): ServerState {
  switch (event.type) {
    case "launching":
      return { phase: { at: "starting", ...pendingCrash(phase) }, life };
    case "spawned":
      return { phase: { at: "starting", endpoint: event.endpoint, ...pendingCrash(phase) }, life };
    case "ready":
      return { phase: { at: "running", endpoint: event.endpoint, life: life + 1 }, life: life + 1 };
    case "away":
      return phase.at === "running"
        ? { phase: { at: "starting", endpoint: phase.endpoint }, life }
        : { phase, life };
    case "stopping":
      return { phase: { at: "stopping" }, life };
    case "down":
      return { phase: { at: "down" }, life };
    case "crashed":
      return { phase: { at: "crashed", crash: event.crash }, life };
  }
}

// --- after an end that nobody here asked for --------------------------------------------------------------------

export interface ExitFacts {
  readonly ending: ProcessEnding;
  /** ComfyUI's Manager left the file that asks for a restart. */
  readonly asksForRestart: boolean;
  /** What run.json says now: of this very process, of another one, or nothing any more. */
  readonly record: "same" | "same, crashed" | "same, stopping" | "other" | "none";
}
/** `follow`: another server has taken its place. */
export type ExitVerdict = "restart" | "follow" | "stopped" | "crashed";

export function judgeExit({ ending, asksForRestart, record }: ExitFacts): ExitVerdict {
  if (record === "other") return "follow";
  if (record === "none" || record === "same, stopping") return "stopped";
  if (record === "same, crashed") return "crashed";
  if (asksForRestart && (ending.exitCode ?? 0) === 0) return "restart";
  return "crashed";
}

// --- starting again after a crash --------------------------------------------------------------------------------

/** A server that was well for so long begins a new row. Milliseconds. */
export const stableMs = 60_000;
const firstDelayMs = 1_000;
const maxDelayMs = 60_000;

/** Milliseconds until it is started again; undefined: not again. An argument that was refused is refused again. */
export function restartDelayMs(crashCount: number, restarts: number, { exitCode }: ProcessEnding): number | undefined {
  if (crashCount > restarts || exitCode === 2) return undefined;
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (crashCount - 1));
}

/** How many crashes in a row this one makes, after `aliveMs` of being ready. */
export const countCrashesInRow = (before: number, readyMs: number): number => (readyMs >= stableMs ? 1 : before + 1);
