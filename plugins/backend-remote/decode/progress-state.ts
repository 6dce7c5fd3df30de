// The state of all nodes of a run, which comes with every step: read only when it says something new.

import type { BackendEvent } from "@pictor/kernel/plugin";
import { fieldsOf, textOf } from "../fields.js";
import type { Fields } from "../fields.js";
import type { Decoded } from "./decode.js";
import { heard, runOf } from "./track.js";
import type { Track } from "./track.js";

const head = /^\{\s*"type":\s*"progress_state",\s*"data":\s*\{\s*"prompt_id":\s*"([^"\\]+)"/;

const finished = '"finished"';

function countFinished(text: string): number {
  let count = 0;
  for (let at = text.indexOf(finished); at >= 0; at = text.indexOf(finished, at + finished.length)) count++;
  return count;
}

/**
 * The track after a message that says no more than the one before it: as many nodes have finished. It is as long as the
 * graph is large and comes at every step, so parsing each one would cost more than everything else. Undefined for a
 * message of another kind, and for one that has to be parsed.
 */
export function repeated(text: string, track: Track): Track | undefined {
  const promptId = head.exec(text)?.[1];
  if (promptId === undefined) return undefined;
  return countFinished(text) === runOf(track, promptId).finished ? heard(track, promptId) : undefined;
}

/** Tells the ends of nodes, which no other message does. */
export function progressState(data: Fields, promptId: string, track: Track, text: string): Decoded {
  const run = runOf(track, promptId);
  const done = new Set(run.done);
  const shown = new Map(run.shown);
  const events: BackendEvent[] = [];
  for (const [node, value] of Object.entries(fieldsOf(data["nodes"]))) {
    const { state, display_node_id } = fieldsOf(value);
    const graphNode = textOf(display_node_id) ?? node;
    if (graphNode !== node) shown.set(node, graphNode);
    if (graphNode !== node || state !== "finished" || done.has(node)) continue;
    done.add(node);
    events.push({ type: "nodeDone", promptId, node });
  }
  return { events, track: heard(track, promptId, { done, shown, finished: countFinished(text) }) };
}
