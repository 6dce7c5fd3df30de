// What is known of a running generation, event by event. Pure: the live line is drawn from this record.

import { jobStates, type JobEvent, type JobPhase } from "@pictor/kernel";

export interface Progress {
  readonly phase: JobPhase | "ended";
  /** 0 to 1 over all nodes of all batches; never falls. */
  readonly overall: number;
  /** Readable name of what runs: id and class. */
  readonly node?: string;
  readonly step?: { readonly value: number; readonly max: number };
  /** From 0. */
  readonly batch: number;
  readonly count: number;
  /** Prompts that the server still has to run. */
  readonly queueRemaining?: number;
  /** False while the connection is lost. */
  readonly connected: boolean;
}

export const noProgress = (count: number): Progress => ({
  phase: "building",
  overall: 0,
  batch: 0,
  count,
  connected: true,
});

const isPhase = (state: string): state is JobPhase => (jobStates as readonly string[]).includes(state);

const named = (node: string, classType: string): string =>
  classType === "" || node === classType ? node : `${node} (${classType})`;

/** A node's progress says its id only; the name with the class came with its `node` event. */
const nameOf = (progress: Progress, node: string): string =>
  progress.node !== undefined && (progress.node === node || progress.node.startsWith(`${node} (`))
    ? progress.node
    : node;

const withoutNode = ({ node: _node, step: _step, ...rest }: Progress): Progress => rest;

/** The record after one event; the same record when nothing to be seen has changed. */
export function advance(progress: Progress, event: JobEvent): Progress {
  switch (event.type) {
    case "job": {
      const phase: Progress["phase"] = isPhase(event.state) ? event.state : "ended";
      const next = { ...progress, phase, batch: event.batch };
      return phase === "running" || phase === "fetching" ? next : withoutNode(next);
    }
    case "node":
      return { ...withoutNode(progress), batch: event.batch, node: named(event.node, event.classType) };
    case "progress": {
      const overall = Math.min(1, Math.max(progress.overall, event.overall));
      const node = nameOf(progress, event.node);
      return { ...progress, batch: event.batch, overall, node, step: { value: event.value, max: event.max } };
    }
    case "status":
      return { ...progress, queueRemaining: event.queueRemaining };
    case "connection":
      return { ...progress, connected: event.state === "open" };
    default:
      return progress;
  }
}
