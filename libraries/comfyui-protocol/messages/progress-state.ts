// Tracks the progress of one run for `progress_state` messages, each of which repeats every node that has started.
import { float } from "@pictor/comfyui-graph";

export interface NodeProgress {
  readonly value: number;
  readonly max: number;
  readonly state: "running" | "finished";
  /** False for a node that reported no steps. Messages show its progress, 0 or 1 of 1, as floats. */
  readonly hasSteps: boolean;
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

export class ProgressState {
  readonly #promptId: string;
  readonly #nodes = new Map<string, NodeProgress>();

  constructor(promptId: string) {
    this.#promptId = promptId;
  }

  /** The number of nodes that have started. */
  size(): number {
    return this.#nodes.size;
  }

  start(nodeId: string): void {
    this.#nodes.set(nodeId, { value: 0, max: 1, state: "running", hasSteps: false });
  }

  step(nodeId: string, value: number, max: number): void {
    this.#nodes.set(nodeId, { value, max, state: "running", hasSteps: true });
  }

  /** A node that reported no steps finishes as 1 of 1. */
  finish(nodeId: string): void {
    const { max, hasSteps } = this.#nodes.get(nodeId) ?? { max: 1, hasSteps: false };
    this.#nodes.set(nodeId, { value: max, max, state: "finished", hasSteps });
  }

  /** The data of a `progress_state` message. */
  snapshot(): object {
    const nodes = [...this.#nodes].map(([id, progress]) => [id, nodeProgress(this.#promptId, id, progress)]);
    return { prompt_id: this.#promptId, nodes: Object.fromEntries(nodes) as object };
  }
}
