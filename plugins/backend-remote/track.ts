// What the socket said last: needed for messages that name no prompt, and for telling each node's end once.

import type { NodeId } from "@pictor/kernel/plugin";

/** The prompt that the last message was about. A new connection starts without one. */
export interface Track {
  readonly promptId: string;
  /** The node that ran or progressed last. */
  readonly node?: NodeId;
  /** Nodes whose end was told. */
  readonly done: ReadonlySet<NodeId>;
  /** Ids of nodes that were created while the graph ran, to the graph's own node that they belong to. */
  readonly shown: ReadonlyMap<NodeId, NodeId>;
}

/** The track for a message about `promptId`: the same one, or a fresh one when the prompt changed. */
export const trackOf = (last: Track | undefined, promptId: string): Track =>
  last?.promptId === promptId ? last : { promptId, done: new Set(), shown: new Map() };

/** The node of the submitted graph that stands for `node`. */
export const shownAs = (track: Track, node: NodeId): NodeId => track.shown.get(node) ?? node;
