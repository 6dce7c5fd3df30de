// The text messages of a prompt's run, by wire name. Each carries the prompt's id.

import type { BackendEvent } from "@pictor/kernel/plugin";
import { numberOf, textOf, textsOf } from "../fields.js";
import type { Fields } from "../fields.js";
import { filesOf } from "../files.js";
import { nodeFaultOf } from "../record/node-fault.js";
import type { Routes } from "../routes.js";
import type { Decoded } from "./decode.js";
import { progressState } from "./progress-state.js";
import { heard, over, runOf, shownAs } from "./track.js";
import type { Run, Track } from "./track.js";

/** A message of a run, parsed. */
export interface RunMessage {
  readonly wireType: string;
  readonly data: Fields;
  readonly promptId: string;
  /** As it came. */
  readonly text: string;
}

/** A message of a run as events; undefined for a kind, or a form of it, that is not known. */
export function decodeRun(message: RunMessage, track: Track, view: Routes["view"]): Decoded | undefined {
  const { wireType, data, promptId, text } = message;
  const tell = (...events: readonly BackendEvent[]): Decoded => ({ events, track: heard(track, promptId) });
  const ending = (as: NonNullable<Run["as"]>, ...events: readonly BackendEvent[]): Decoded => ({
    events,
    track: heard(track, promptId, { as: runOf(track, promptId).as ?? as }),
  });
  switch (wireType) {
    case "execution_start":
      return tell({ type: "started", promptId });
    case "execution_cached":
      return tell({ type: "cached", promptId, nodes: textsOf(data["nodes"]) });
    case "executing":
      return executing(data, promptId, track);
    case "progress":
      return progress(data, promptId, track);
    case "progress_state":
      return progressState(data, promptId, track, text);
    case "executed":
      return tell(...executed(data, promptId, view));
    case "execution_error":
      // A blocked branch is no failure: the run goes on and ends well, and the record does not mention it.
      if (data["exception_type"] === "ExecutionBlocked") return undefined;
      return ending("failed", { type: "error", promptId, error: nodeFaultOf(data) });
    // Both come before the record is written; `executing` without a node follows when it can be read.
    case "execution_success":
      return ending("succeeded");
    case "execution_interrupted":
      return ending("interrupted");
    default:
      return undefined;
  }
}

/** A node begins; `node: null` is the last message of every run, sent once the history holds it. */
function executing(data: Fields, promptId: string, track: Track): Decoded {
  const id = textOf(data["node"]);
  const run = runOf(track, promptId);
  if (id === undefined) {
    const as = run.as === undefined ? {} : { as: run.as };
    return { events: [{ type: "ended", promptId, ...as }], track: over(track, promptId) };
  }
  const node = textOf(data["display_node"]) ?? id;
  const isNew = node !== id && run.shown.get(id) !== node;
  const change = isNew ? { shown: new Map(run.shown).set(id, node) } : {};
  return { events: [{ type: "node", promptId, node }], track: heard(track, promptId, change, node) };
}

/** A step of a node; a node with several bars counts from the beginning again. */
function progress(data: Fields, promptId: string, track: Track): Decoded | undefined {
  const [value, max, id] = [numberOf(data["value"]), numberOf(data["max"]), textOf(data["node"])];
  if (value === undefined || max === undefined || id === undefined) return undefined;
  const node = shownAs(runOf(track, promptId), id);
  return {
    events: [{ type: "progress", promptId, node, value, max }],
    track: heard(track, promptId, {}, node),
  };
}

/** A node's result for people; `output` can be null when it came from the cache. */
function executed(data: Fields, promptId: string, view: Routes["view"]): readonly BackendEvent[] {
  const node = textOf(data["display_node"]) ?? textOf(data["node"]) ?? "";
  const files = filesOf(node, data["output"], view);
  return files.length === 0 ? [] : [{ type: "output", promptId, files }];
}
