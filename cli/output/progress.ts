// What is known of a running generation, event by event. Pure: the live line is drawn from this record.

import { jobPhases, type JobEvent, type JobPhase } from "@pictor/host";

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
  /** Prompts that run before ours, at most. */
  readonly before?: number;
  /** The input file on its way to the backend. Bytes. */
  readonly upload?: { readonly file: string; readonly sent: number; readonly total?: number };
  /** Preview images that came. */
  readonly previews: number;
  /** False while the connection is lost. */
  readonly connected: boolean;
}

export const noProgress = (count: number): Progress => ({
  phase: "building",
  overall: 0,
  batch: 0,
  count,
  previews: 0,
  connected: true,
});

const isPhase = (state: string): state is JobPhase => (jobPhases as readonly string[]).includes(state);

const named = (node: string, classType: string): string =>
  classType === "" || node === classType ? node : `${node} (${classType})`;

/** A node's progress says its id only; the name with the class came with its `node` event. */
const nameOf = (progress: Progress, node: string): string =>
  progress.node !== undefined && (progress.node === node || progress.node.startsWith(`${node} (`))
    ? progress.node
    : node;

const withoutNode = ({ node: _node, step: _step, ...rest }: Progress): Progress => rest;
const withoutUpload = ({ upload: _upload, ...rest }: Progress): Progress => rest;
const withoutPlace = ({ before: _before, ...rest }: Progress): Progress => rest;

function inPhase(progress: Progress, phase: Progress["phase"], batch: number): Progress {
  const next = { ...withoutUpload(progress), phase, batch };
  if (phase === "running" || phase === "fetching") return next;
  return phase === "uploading" ? withoutNode(withoutPlace(next)) : withoutNode(next);
}

/** Once ours is queued the server counts it too, and those behind it: a place in a queue only gets better. */
function inQueue(progress: Progress, remaining: number): Progress {
  if (progress.phase !== "queued") return { ...progress, before: remaining };
  const before = Math.max(0, remaining - 1);
  return { ...progress, before: Math.min(progress.before ?? before, before) };
}

/** The record after one event; the same record when nothing to be seen has changed. */
export function advance(progress: Progress, event: JobEvent): Progress {
  switch (event.type) {
    case "job":
      return inPhase(progress, isPhase(event.state) ? event.state : "ended", event.batch);
    case "upload": {
      const { file, sent, total } = event;
      return { ...progress, upload: { file, sent, ...(total === undefined ? {} : { total }) } };
    }
    case "preview":
      return { ...progress, previews: progress.previews + 1 };
    case "node":
      return { ...withoutNode(progress), batch: event.batch, node: named(event.node, event.classType) };
    case "progress": {
      const overall = Math.min(1, Math.max(progress.overall, event.overall));
      const node = nameOf(progress, event.node);
      return { ...progress, batch: event.batch, overall, node, step: { value: event.value, max: event.max } };
    }
    case "status":
      return inQueue(progress, event.queueRemaining);
    case "connection":
      return { ...progress, connected: event.state === "open" };
    default:
      return progress;
  }
}
