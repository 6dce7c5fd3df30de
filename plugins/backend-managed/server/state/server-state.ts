// What this process knows of a server, as a state machine. Pure: what is done about it is decided elsewhere.

import type { Ending } from "../process/process-ending.js";
import type { Owner } from "../record/run-record.js";

export interface ServerPlace {
  readonly url: string;
  readonly pid: number;
  readonly owner: Owner;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
}
export interface Crash extends Ending {
  readonly lastLines: readonly string[];
}

export type Phase =
  | { readonly at: "down" }
  /** `place` is absent until there is a process. `crash`: of the server whose place it takes. */
  | { readonly at: "starting"; readonly place?: ServerPlace; readonly crash?: Crash }
  /** Each life has its number: a server that restarted is another one, also at the same address. */
  | { readonly at: "running"; readonly place: ServerPlace; readonly life: number }
  | { readonly at: "stopping" }
  | { readonly at: "crashed"; readonly crash: Crash };

export type Happening =
  | { readonly type: "launching" }
  | { readonly type: "spawned"; readonly place: ServerPlace }
  | { readonly type: "ready"; readonly place: ServerPlace }
  /** Its process lives and nobody listens: it restarts from inside. */
  | { readonly type: "away" }
  | { readonly type: "stopping" }
  | { readonly type: "down" }
  | { readonly type: "crashed"; readonly crash: Crash };

export interface Knowledge {
  readonly phase: Phase;
  /** Of the latest server that was ready. */
  readonly life: number;
}
export const nothingKnown: Knowledge = { phase: { at: "down" }, life: 0 };

const crashOf = (phase: Phase): { readonly crash?: Crash } =>
  (phase.at === "crashed" || phase.at === "starting") && phase.crash !== undefined
    ? { crash: phase.crash }
    : {};

export function learn({ phase, life }: Knowledge, happening: Happening): Knowledge {
  switch (happening.type) {
    case "launching":
      return { phase: { at: "starting", ...crashOf(phase) }, life };
    case "spawned":
      return { phase: { at: "starting", place: happening.place, ...crashOf(phase) }, life };
    case "ready":
      return { phase: { at: "running", place: happening.place, life: life + 1 }, life: life + 1 };
    case "away":
      return phase.at === "running"
        ? { phase: { at: "starting", place: phase.place }, life }
        : { phase, life };
    case "stopping":
      return { phase: { at: "stopping" }, life };
    case "down":
      return { phase: { at: "down" }, life };
    case "crashed":
      return { phase: { at: "crashed", crash: happening.crash }, life };
  }
}

// --- after an end that nobody here asked for --------------------------------------------------------------------

export interface EndFacts {
  readonly ending: Ending;
  /** ComfyUI's Manager left the file that asks for a restart. */
  readonly asksForRestart: boolean;
  /** What run.json says now: of this very process, of another one, or nothing any more. */
  readonly record: "same" | "same, crashed" | "same, stopping" | "other" | "none";
}
/** `follow`: another server has taken its place. */
export type EndVerdict = "restart" | "follow" | "stopped" | "crashed";

export function judgeEnd({ ending, asksForRestart, record }: EndFacts): EndVerdict {
  if (record === "other") return "follow";
  if (record === "none" || record === "same, stopping") return "stopped";
  if (record === "same, crashed") return "crashed";
  if (asksForRestart && (ending.exitCode ?? 0) === 0) return "restart";
  return "crashed";
}

// --- starting again after a crash --------------------------------------------------------------------------------

/** A server that was well for so long begins a new row. Milliseconds. */
export const wellMs = 60_000;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** Milliseconds until it is started again; undefined: not again. An argument that was refused is refused again. */
export function restartAfter(inRow: number, restarts: number, { exitCode }: Ending): number | undefined {
  if (inRow > restarts || exitCode === 2) return undefined;
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (inRow - 1));
}

/** How many crashes in a row this one makes, after `aliveMs` of being ready. */
export const crashesInRow = (before: number, aliveMs: number): number => (aliveMs >= wellMs ? 1 : before + 1);
