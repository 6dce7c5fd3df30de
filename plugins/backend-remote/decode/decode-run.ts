// Decodes the text messages about a prompt's run, by their type. Each message carries the prompt's id.

import { asString, asFiniteNumber, type BackendEvent } from "@pictor/kernel/plugin";
import { textsOf, type Fields } from "../base/json-fields.js";
import { parseNodeError } from "../prompts/node-error.js";
import { outputFilesOf, outputTextOf } from "../prompts/output-files.js";
import type { Routes } from "../server/routes.js";
import { decodeProgressState } from "./decode-progress-state.js";
import { afterMessage, afterRun, graphNodeOf, runOf } from "./decoder-state.js";
import type { Decoded, DecoderState, RunState } from "./decoder-state.js";

export interface RunMessage {
  readonly wireType: string;
  readonly data: Fields;
  readonly promptId: string;
  /** The text of the message before parsing. */
  readonly text: string;
}

/** Decodes a message; undefined for an unknown type of message, or an unknown form of a known type. */
export function decodeRun(
  message: RunMessage,
  state: DecoderState,
  view: Routes["view"],
): Decoded | undefined {
  const { wireType, data, promptId, text } = message;
  const withEvents = (...events: readonly BackendEvent[]): Decoded => ({
    events,
    state: afterMessage(state, promptId),
  });
  const ending = (
    endedAs: NonNullable<RunState["endedAs"]>,
    ...events: readonly BackendEvent[]
  ): Decoded => ({
    events,
    state: afterMessage(state, promptId, { endedAs: runOf(state, promptId).endedAs ?? endedAs }),
  });
  switch (wireType) {
    case "execution_start":
      return withEvents({ type: "started", promptId });
    case "execution_cached":
      return withEvents({ type: "cached", promptId, nodes: textsOf(data["nodes"]) });
    case "executing":
      return decodeExecuting(data, promptId, state);
    case "progress":
      return decodeProgress(data, promptId, state);
    case "progress_state":
      return decodeProgressState(data, promptId, state, text);
    case "executed":
      return withEvents(...decodeExecuted(data, promptId, view));
    case "execution_error":
      // A blocked branch is not a failure: the run continues and succeeds, and the history does not mention the error.
      if (data["exception_type"] === "ExecutionBlocked")
        return withEvents(blockedEvent(data, promptId, state));
      return ending("failed", { type: "error", promptId, error: parseNodeError(data) });
    // The server sends both messages before the prompt is in the history; `executing` without a node follows as soon as
    // the prompt is there.
    case "execution_success":
      return ending("succeeded");
    case "execution_interrupted":
      return ending("interrupted");
    default:
      return undefined;
  }
}

/** A node starts. With `node: null` it is the last message of a run, sent as soon as the prompt is in the history. */
function decodeExecuting(data: Fields, promptId: string, state: DecoderState): Decoded {
  const id = asString(data["node"]);
  const run = runOf(state, promptId);
  if (id === undefined) {
    const as = run.endedAs === undefined ? {} : { as: run.endedAs };
    return { events: [{ type: "ended", promptId, ...as }], state: afterRun(state, promptId) };
  }
  const node = asString(data["display_node"]) ?? id;
  const isNewNode = node !== id && run.graphNodes.get(id) !== node;
  const change = isNewNode ? { graphNodes: new Map(run.graphNodes).set(id, node) } : {};
  return { events: [{ type: "node", promptId, node }], state: afterMessage(state, promptId, change, node) };
}

/** One step of a node. A node with several progress bars starts again from 0 with each of them. */
function decodeProgress(data: Fields, promptId: string, state: DecoderState): Decoded | undefined {
  const [value, max, id] = [
    asFiniteNumber(data["value"]),
    asFiniteNumber(data["max"]),
    asString(data["node"]),
  ];
  if (value === undefined || max === undefined || id === undefined) return undefined;
  const node = graphNodeOf(runOf(state, promptId), id);
  return {
    events: [{ type: "progress", promptId, node, value, max }],
    state: afterMessage(state, promptId, {}, node),
  };
}

/** The output of an output node; `output` can be null if it came from the cache. */
function decodeExecuted(data: Fields, promptId: string, view: Routes["view"]): readonly BackendEvent[] {
  const node = asString(data["display_node"]) ?? asString(data["node"]) ?? "";
  const files = outputFilesOf(node, data["output"], view);
  const text = outputTextOf(node, data["output"]);
  return [
    ...(files.length === 0 ? [] : [{ type: "output", promptId, files } as const]),
    ...(text === undefined ? [] : [{ type: "text", promptId, ...text } as const]),
  ];
}

/** The server writes "Execution Blocked" before the reason. */
const blockedEvent = (data: Fields, promptId: string, state: DecoderState): BackendEvent => ({
  type: "blocked",
  promptId,
  node: graphNodeOf(runOf(state, promptId), asString(data["node_id"]) ?? ""),
  message: (asString(data["exception_message"]) ?? "").replace(/^Execution Blocked: /, ""),
});
