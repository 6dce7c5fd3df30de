// Derives the present state of a worker from its events. Pure.

import type { WorkEvent } from "@pictor/kernel";

export interface WorkerState {
  readonly phase: "starting" | "ready" | "draining";
  readonly connection: "open" | "lost";
  /** Ids of the prompts that run. */
  readonly running: readonly string[];
}

export const startingWorker: WorkerState = { phase: "starting", connection: "open", running: [] };

export function workerStateAfter(state: WorkerState, event: WorkEvent): WorkerState {
  switch (event.type) {
    case "ready":
      return state.phase === "draining" ? state : { ...state, phase: "ready" };
    case "connection":
      return { ...state, connection: event.state };
    case "began":
    case "resumed":
      return { ...state, running: [...state.running.filter((id) => id !== event.promptId), event.promptId] };
    case "ended":
      return { ...state, running: state.running.filter((id) => id !== event.promptId) };
    case "draining":
      return { ...state, phase: "draining" };
    case "warning":
      return state;
  }
}

/** Why the worker takes no prompts; undefined while it takes them. */
export function notReady({ phase, connection }: WorkerState): string | undefined {
  if (phase === "starting") return "The worker is starting.";
  if (phase === "draining") return "The worker takes no further prompts.";
  return connection === "lost" ? "The connection to the queue is lost." : undefined;
}
