// Decodes `progress_state`, the state of all nodes of a run: parsed only if another node has finished since the previous one.

import { asString, recordOrEmpty, type BackendEvent } from "@pictor/kernel/plugin";
import type { Fields } from "../base/json-fields.js";
import { afterMessage, runOf, type Decoded, type DecoderState } from "./decoder-state.js";

const head = /^\{\s*"type":\s*"progress_state",\s*"data":\s*\{\s*"prompt_id":\s*"([^"\\]+)"/;

const finished = '"finished"';

function countFinished(text: string): number {
  let count = 0;
  for (let at = text.indexOf(finished); at >= 0; at = text.indexOf(finished, at + finished.length)) count++;
  return count;
}

/**
 * The decoder's state after a `progress_state` with as many finished nodes as the previous one. The message grows with the
 * graph and arrives with every step, so parsing each one would cost more than all other messages. Undefined for any other
 * message, and for a `progress_state` that has to be parsed.
 */
export function skipUnchangedState(text: string, state: DecoderState): DecoderState | undefined {
  const promptId = head.exec(text)?.[1];
  if (promptId === undefined) return undefined;
  return countFinished(text) === runOf(state, promptId).finishedCount
    ? afterMessage(state, promptId)
    : undefined;
}

/** Reports the nodes that have finished; no other message says so. */
export function decodeProgressState(
  data: Fields,
  promptId: string,
  state: DecoderState,
  text: string,
): Decoded {
  const run = runOf(state, promptId);
  const finishedNodes = new Set(run.finishedNodes);
  const graphNodes = new Map(run.graphNodes);
  const events: BackendEvent[] = [];
  for (const [node, value] of Object.entries(recordOrEmpty(data["nodes"]))) {
    const { state: nodeState, display_node_id } = recordOrEmpty(value);
    const graphNode = asString(display_node_id) ?? node;
    if (graphNode !== node) graphNodes.set(node, graphNode);
    if (graphNode !== node || nodeState !== "finished" || finishedNodes.has(node)) continue;
    finishedNodes.add(node);
    events.push({ type: "nodeDone", promptId, node });
  }
  const change = { finishedNodes, graphNodes, finishedCount: countFinished(text) };
  return { events, state: afterMessage(state, promptId, change) };
}
