// Derives the present state of a worker from its events. Pure.

import type { WorkEvent } from "@pictor/kernel";

export interface WorkerState {
  readonly phase: "starting" | "ready" | "draining";
  readonly connection: "open" | "lost";
  readonly server: "ready" | "unreachable";
  /** Ids of the prompts that run. */
  readonly running: readonly string[];
}

export const startingWorker: WorkerState = {
  phase: "starting",
  connection: "open",
  server: "ready",
  running: [],
};

export function workerStateAfter(state: WorkerState, event: WorkEvent): WorkerState {
  switch (event.type) {
    case "ready":
      return state.phase === "draining" ? state : { ...state, phase: "ready" };
    case "connection":
      return { ...state, connection: event.state };
    case "server":
      return { ...state, server: event.state };
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
export function notReady({ phase, connection, server }: WorkerState): string | undefined {
  if (phase === "draining") return "The worker takes no further prompts.";
  if (server === "unreachable") return "The server of the worker cannot be used.";
  if (phase === "starting") return "The worker is starting.";
  return connection === "lost" ? "The connection to the queue is lost." : undefined;
}
