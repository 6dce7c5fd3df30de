// The `progress_state` of one run: every node that has started, as the real server repeats it at each change.

export type NodeState = "running" | "finished";

export interface ProgressMap {
  set(nodeId: string, value: number, max: number, state: NodeState): void;
  /** A node that never reported progress counts as 1 of 1. */
  finish(nodeId: string): void;
  /** The data of a `progress_state` message. */
  snapshot(): { readonly prompt_id: string; readonly nodes: Readonly<Record<string, unknown>> };
}

export function createProgressMap(promptId: string): ProgressMap {
  const nodes: Record<string, { value: number; max: number; state: NodeState }> = {};
  const describe = (id: string, progress: object): object => ({
    ...progress,
    node_id: id,
    prompt_id: promptId,
    display_node_id: id,
    parent_node_id: null,
    real_node_id: id,
  });
  return {
    set: (nodeId, value, max, state) => void (nodes[nodeId] = { value, max, state }),
    finish(nodeId) {
      const max = nodes[nodeId]?.max ?? 1;
      nodes[nodeId] = { value: max, max, state: "finished" };
    },
    snapshot: () => ({
      prompt_id: promptId,
      nodes: Object.fromEntries(Object.entries(nodes).map(([id, progress]) => [id, describe(id, progress)])),
    }),
  };
}
