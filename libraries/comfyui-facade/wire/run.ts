// One run of a prompt as its client sees it: the events of a backend become the messages of ComfyUI, in the same order.

import { createProgressState, type HistoryMessage } from "@pictor/comfyui-protocol";
import type { BackendEvent, NodeId } from "@pictor/kernel/plugin";
import { uiOutputOf, uiOutputsOf } from "./ui-outputs.js";

/** What is sent to the sockets of a client. How a preview is sent depends on the socket. */
export type Frame =
  | { readonly kind: "message"; readonly type: string; readonly data: object }
  | {
      readonly kind: "preview";
      readonly promptId: string;
      readonly node: NodeId;
      readonly bytes: Uint8Array;
      /** Whether the image is the result of a node, such as SaveImageWebsocket, and must not be left out. */
      readonly isResult: boolean;
    };

export interface Run {
  /** The messages for an event of this prompt. */
  receive(event: BackendEvent): readonly Frame[];
  /** What the history keeps: the first messages of the run. */
  messages(): readonly HistoryMessage[];
  activeNode(): NodeId | undefined;
  hasStarted(): boolean;
}

/**
 * Every `progress_state` repeats all nodes that have started, so the traffic grows with the square of their number. Runs of
 * more nodes than this send `progress_state` at most once per interval.
 */
const largeRunNodes = 250;
const largeRunIntervalMs = 100;

export const message = (type: string, data: object): Frame => ({ kind: "message", type, data });

export interface RunOptions {
  readonly promptId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether a PNG image from the node is its result. */
  readonly isOutput: (node: NodeId) => boolean;
}

export function createRun({ promptId: prompt_id, now, isOutput }: RunOptions): Run {
  const progress = createProgressState(prompt_id);
  const messages: HistoryMessage[] = [];
  let active: NodeId | undefined;
  let progressSentAt = 0;

  const record = (type: string, data: object): Frame => {
    const stamped = { ...data, timestamp: now() };
    messages.push([type, stamped]);
    return message(type, stamped);
  };
  const start = (): readonly Frame[] =>
    messages.length > 0 ? [] : [record("execution_start", { prompt_id })];
  const progressState = (): readonly Frame[] => {
    if (progress.size() > largeRunNodes && now() - progressSentAt < largeRunIntervalMs) return [];
    progressSentAt = now();
    return [message("progress_state", progress.snapshot())];
  };
  const executed = (node: NodeId, output: object): Frame =>
    message("executed", { node, display_node: node, output, prompt_id });

  function frames(event: BackendEvent): readonly Frame[] {
    switch (event.type) {
      case "cached":
        return messages.some(([type]) => type === "execution_cached")
          ? []
          : [record("execution_cached", { nodes: event.nodes, prompt_id })];
      case "node":
        active = event.node;
        progress.start(active);
        return [...progressState(), message("executing", { node: active, display_node: active, prompt_id })];
      case "nodeDone":
        progress.finish(event.node);
        return progressState();
      case "progress": {
        const { node, value, max } = event;
        progress.step(node, value, max);
        return [...progressState(), message("progress", { value, max, prompt_id, node })];
      }
      case "preview": {
        const node = event.node ?? active ?? "";
        const isResult = event.mime === "image/png" && isOutput(node);
        return [{ kind: "preview", promptId: prompt_id, node, bytes: event.bytes, isResult }];
      }
      case "output":
        return [...uiOutputsOf(event.files)].map(([node, output]) => executed(node, output));
      case "text":
        return [executed(event.node, uiOutputOf([], [event.text]))];
      case "blocked":
        return [
          message("execution_error", {
            prompt_id,
            node_id: event.node,
            node_type: "",
            executed: [],
            exception_message: `Execution Blocked: ${event.message}`,
            exception_type: "ExecutionBlocked",
            traceback: [],
            current_inputs: [],
            current_outputs: [],
          }),
        ];
      default:
        return [];
    }
  }

  return {
    receive: (event) => [...start(), ...frames(event)],
    messages: () => messages,
    activeNode: () => active,
    hasStarted: () => messages.length > 0,
  };
}
