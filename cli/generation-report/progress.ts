// The progress of a running generation as a record, updated with each event. Pure; `renderProgress` draws it.

import { jobPhases, type JobEvent, type JobPhase } from "@pictor/kernel";

interface TimedStep {
  readonly atMs: number;
  readonly value: number;
}

export interface Progress {
  readonly phase: JobPhase | "ended";
  /** The overall progress, from 0 to 1 over all nodes of all batches; never decreases. */
  readonly overall: number;
  /** Id and class of the running node, for display. */
  readonly node?: string;
  readonly step?: { readonly value: number; readonly max: number };
  /** Index of the running batch, from 0. */
  readonly batch: number;
  readonly count: number;
  /** Upper limit of the number of prompts that run before this one. */
  readonly queuePosition?: number;
  /** The input file that is being uploaded; sizes in bytes. */
  readonly upload?: { readonly file: string; readonly sent: number; readonly total?: number };
  /**
   * The time and the value at which the overall progress began to grow. Times are milliseconds since the command began.
   */
  readonly began?: { readonly atMs: number; readonly overall: number };
  /** When the overall progress last grew. */
  readonly grewAtMs?: number;
  /** The first and the latest step of the running node, for its speed. */
  readonly pace?: { readonly first: TimedStep; readonly last: TimedStep };
  /** Whether the connection is open; false while it is lost. */
  readonly connected: boolean;
}

export const initialProgress = (count: number): Progress => ({
  phase: "building",
  overall: 0,
  batch: 0,
  count,
  connected: true,
});

const isPhase = (state: string): state is JobPhase => (jobPhases as readonly string[]).includes(state);

const nodeText = (node: string, classType: string): string =>
  classType === "" || node === classType ? node : `${node} (${classType})`;

/**
 * The text for a node. An event `progress` has only the id of the node, so the text with the class is kept from the
 * event `node`.
 */
const knownNodeText = (progress: Progress, node: string): string =>
  progress.node !== undefined && (progress.node === node || progress.node.startsWith(`${node} (`))
    ? progress.node
    : node;

const withoutNode = ({ node: _node, step: _step, pace: _pace, ...rest }: Progress): Progress => rest;
const withoutUpload = ({ upload: _upload, ...rest }: Progress): Progress => rest;
const withoutQueuePosition = ({ queuePosition: _position, ...rest }: Progress): Progress => rest;

function inPhase(progress: Progress, phase: Progress["phase"], batch: number): Progress {
  const next = { ...withoutUpload(progress), phase, batch };
  if (phase === "running" || phase === "fetching") return next;
  return phase === "uploading" ? withoutNode(withoutQueuePosition(next)) : withoutNode(next);
}

/**
 * `remaining` is the length of the server's queue. Once this prompt is queued, the length also counts this prompt and the
 * prompts behind it, so the position never increases. The server sends the length that counts this prompt before its
 * reply to the submission, so the least length since the submission began is taken until then.
 */
function inQueue(progress: Progress, remaining: number): Progress {
  if (progress.phase !== "queued")
    return { ...progress, queuePosition: Math.min(progress.queuePosition ?? remaining, remaining) };
  const position = Math.max(0, remaining - 1);
  return { ...progress, queuePosition: Math.min(progress.queuePosition ?? position, position) };
}

/** The speed after a step. A node that starts again, with another progress bar, has a speed of its own. */
function paceAfter({ pace, step }: Progress, value: number, atMs: number): NonNullable<Progress["pace"]> {
  const timed = { atMs, value };
  return pace === undefined || step === undefined || value < step.value
    ? { first: timed, last: timed }
    : { first: pace.first, last: value > pace.last.value ? timed : pace.last };
}

/** Returns the progress after an event. `atMs` is the time since the command began. */
export function advance(progress: Progress, event: JobEvent, atMs = 0): Progress {
  switch (event.type) {
    case "job":
      return inPhase(progress, isPhase(event.state) ? event.state : "ended", event.batch);
    case "upload": {
      const { file, sent, total } = event;
      return {
        ...withoutQueuePosition(progress),
        upload: { file, sent, ...(total === undefined ? {} : { total }) },
      };
    }
    case "node":
      return { ...withoutNode(progress), batch: event.batch, node: nodeText(event.node, event.classType) };
    case "progress": {
      const { batch, value, max } = event;
      const overall = Math.min(1, Math.max(progress.overall, event.overall));
      const node = knownNodeText(progress, event.node);
      const same = node === progress.node ? progress : withoutNode(progress);
      const { began = { atMs, overall } } = progress;
      return {
        ...same,
        batch,
        overall,
        node,
        step: { value, max },
        began,
        grewAtMs: overall > progress.overall ? atMs : (progress.grewAtMs ?? atMs),
        pace: paceAfter(same, value, atMs),
      };
    }
    case "status":
      return inQueue(progress, event.queueRemaining);
    case "connection":
      return { ...progress, connected: event.state === "open" };
    default:
      return progress;
  }
}
