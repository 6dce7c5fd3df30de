// The text messages of a prompt's run, by wire name. Each carries the prompt's id.

import type { BackendEvent } from "@pictor/kernel/plugin";
import type { Decoded } from "./decode.js";
import { fieldsOf, numberOf, textOf, textsOf } from "./fields.js";
import type { Fields } from "./fields.js";
import { filesOf } from "./files.js";
import { nodeFaultOf } from "./node-fault.js";
import type { Routes } from "./routes.js";
import { shownAs, trackOf } from "./track.js";
import type { Track } from "./track.js";

/** A message of a run as events; undefined for a kind, or a form of it, that is not known. */
export function decodeRun(
  wireType: string,
  data: Fields,
  promptId: string,
  last: Track | undefined,
  view: Routes["view"],
): Decoded | undefined {
  const track = trackOf(last, promptId);
  const tell = (...events: readonly BackendEvent[]): Decoded => ({ events, track });
  switch (wireType) {
    case "execution_start":
      return tell({ type: "started", promptId });
    case "execution_cached":
      return tell({ type: "cached", promptId, nodes: textsOf(data["nodes"]) });
    case "executing":
      return executing(data, track);
    case "progress":
      return progress(data, track);
    case "progress_state":
      return progressState(data, track);
    case "executed":
      return executed(data, track, view);
    case "execution_error":
      // A blocked branch is no failure: the run goes on and ends well, and the record does not mention it.
      if (data["exception_type"] === "ExecutionBlocked") return undefined;
      return tell({ type: "error", promptId, error: nodeFaultOf(data) });
    case "execution_success":
    case "execution_interrupted":
      // Both come before the record is written; `executing` without a node follows when it can be read.
      return tell();
    default:
      return undefined;
  }
}

/** A node begins; `node: null` is the last message of every run, sent once the history holds it. */
function executing(data: Fields, track: Track): Decoded {
  const { promptId } = track;
  const node = textOf(data["node"]);
  if (node === undefined) return { events: [{ type: "ended", promptId }], track: undefined };
  const shown = textOf(data["display_node"]) ?? node;
  return { events: [{ type: "node", promptId, node: shown }], track: { ...track, node: shown } };
}

/** A step of a node; a node with several bars counts from the beginning again. */
function progress(data: Fields, track: Track): Decoded | undefined {
  const [value, max, id] = [numberOf(data["value"]), numberOf(data["max"]), textOf(data["node"])];
  if (value === undefined || max === undefined || id === undefined) return undefined;
  const node = shownAs(track, id);
  return {
    events: [{ type: "progress", promptId: track.promptId, node, value, max }],
    track: { ...track, node },
  };
}

/** The whole map of nodes that began (since 0.3.45): tells the ends of nodes, which no other message does. */
function progressState(data: Fields, track: Track): Decoded {
  const done = new Set(track.done);
  const shown = new Map(track.shown);
  const events: BackendEvent[] = [];
  for (const [node, value] of Object.entries(fieldsOf(data["nodes"]))) {
    const { state, display_node_id } = fieldsOf(value);
    const graphNode = textOf(display_node_id) ?? node;
    if (graphNode !== node) shown.set(node, graphNode);
    if (graphNode !== node || state !== "finished" || done.has(node)) continue;
    done.add(node);
    events.push({ type: "nodeDone", promptId: track.promptId, node });
  }
  return { events, track: { ...track, done, shown } };
}

/** A node's result for people; `output` can be null when it came from the cache. */
function executed(data: Fields, track: Track, view: Routes["view"]): Decoded {
  const node = textOf(data["display_node"]) ?? textOf(data["node"]) ?? "";
  const files = filesOf(node, data["output"], view);
  return { events: files.length === 0 ? [] : [{ type: "output", promptId: track.promptId, files }], track };
}
