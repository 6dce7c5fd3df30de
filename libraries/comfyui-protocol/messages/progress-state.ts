// Tracks the progress of one run for `progress_state` messages, each of which repeats every node that has started.
import { float } from "@pictor/comfyui-graph";

export interface NodeProgress {
  readonly value: number;
  readonly max: number;
  readonly state: "running" | "finished";
  /** False for a node that reported no steps. Messages show its progress, 0 or 1 of 1, as floats. */
  readonly hasSteps: boolean;
}

export interface ProgressState {
  /** The number of nodes that have started. */
  size(): number;
  start(nodeId: string): void;
  step(nodeId: string, value: number, max: number): void;
  /** A node that reported no steps finishes as 1 of 1. */
  finish(nodeId: string): void;
  /** The data of a `progress_state` message. */
  snapshot(): { readonly prompt_id: string; readonly nodes: Readonly<Record<string, unknown>> };
}

/** One node of a `progress_state` message. */
export const nodeProgress = (
  promptId: string,
  id: string,
  { value, max, state, hasSteps }: NodeProgress,
): object => ({
  value: hasSteps ? value : float(value),
  max: hasSteps ? max : float(max),
  state,
  node_id: id,
  prompt_id: promptId,
  display_node_id: id,
  parent_node_id: null,
  real_node_id: id,
});

export function createProgressState(promptId: string): ProgressState {
  const nodes = new Map<string, NodeProgress>();
  return {
    size: () => nodes.size,
    start: (nodeId) => void nodes.set(nodeId, { value: 0, max: 1, state: "running", hasSteps: false }),
    step: (nodeId, value, max) => void nodes.set(nodeId, { value, max, state: "running", hasSteps: true }),
    finish(nodeId) {
      const { max, hasSteps } = nodes.get(nodeId) ?? { max: 1, hasSteps: false };
      nodes.set(nodeId, { value: max, max, state: "finished", hasSteps });
    },
    snapshot: () => ({
      prompt_id: promptId,
      nodes: Object.fromEntries(
        [...nodes].map(([id, progress]) => [id, nodeProgress(promptId, id, progress)]),
      ),
    }),
  };
}
