// The `progress_state` of one run: every node that has started, as the real server repeats it at each change.
import { float } from "../json.js";

interface Progress {
  readonly value: number;
  readonly max: number;
  readonly state: "running" | "finished";
  /** False: the node has told no steps, and its 0 or 1 of 1 are floats on the wire. */
  readonly told: boolean;
}

export interface ProgressMap {
  /** How many nodes have started. */
  size(): number;
  start(nodeId: string): void;
  step(nodeId: string, value: number, max: number): void;
  /** A node that never told steps counts as 1 of 1. */
  finish(nodeId: string): void;
  /** The data of a `progress_state` message. */
  snapshot(): { readonly prompt_id: string; readonly nodes: Readonly<Record<string, unknown>> };
}

export function createProgressMap(promptId: string): ProgressMap {
  const nodes = new Map<string, Progress>();
  const describe = (id: string, { value, max, state, told }: Progress): object => ({
    value: told ? value : float(value),
    max: told ? max : float(max),
    state,
    node_id: id,
    prompt_id: promptId,
    display_node_id: id,
    parent_node_id: null,
    real_node_id: id,
  });
  return {
    size: () => nodes.size,
    start: (nodeId) => void nodes.set(nodeId, { value: 0, max: 1, state: "running", told: false }),
    step: (nodeId, value, max) => void nodes.set(nodeId, { value, max, state: "running", told: true }),
    finish(nodeId) {
      const { max, told } = nodes.get(nodeId) ?? { max: 1, told: false };
      nodes.set(nodeId, { value: max, max, state: "finished", told });
    },
    snapshot: () => ({
      prompt_id: promptId,
      nodes: Object.fromEntries([...nodes].map(([id, progress]) => [id, describe(id, progress)])),
    }),
  };
}
