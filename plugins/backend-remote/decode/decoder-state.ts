// The decoder's state for one socket: attributes messages that name no prompt, and lets each node's end be reported once.

import { keepNewest, type BackendEvent, type NodeId } from "@pictor/kernel/plugin";

/** The state of one prompt's run according to the socket's messages. */
export interface RunState {
  /** Nodes whose end has been reported. */
  readonly finishedNodes: ReadonlySet<NodeId>;
  /** Id of each node that was created during the run, to the id of the submitted node that it belongs to. */
  readonly graphNodes: ReadonlyMap<NodeId, NodeId>;
  /** How the run ended; set by the first message that says so. */
  readonly endedAs?: NonNullable<Extract<BackendEvent, { readonly type: "ended" }>["as"]>;
  /** How many times the last `progress_state` contained "finished"; -1 if the next one has to be parsed in any case. */
  readonly finishedCount: number;
}

export interface DecoderState {
  /** The prompt of the last message, and the node of it that started or progressed last. */
  readonly last?: { readonly promptId: string; readonly node?: NodeId };
  /** The runs by prompt id. There are several if the server runs several prompts or broadcasts runs that have no client id. */
  readonly runs: ReadonlyMap<string, RunState>;
}

/** The events of a message, and the state for decoding the next one. */
export interface Decoded {
  readonly events: readonly BackendEvent[];
  readonly state: DecoderState;
}

/** Only the latest runs are kept, because the end of a run without a client id is never reported. */
const maxRuns = 16;

const newRun: RunState = { finishedNodes: new Set(), graphNodes: new Map(), finishedCount: -1 };

export const initialDecoderState: DecoderState = { runs: new Map() };

/** The state for a new connection: its first messages do not refer to the last prompt of the old connection. */
export const afterReconnect = ({ runs }: DecoderState): DecoderState => ({
  runs: new Map(
    [...runs].map(([promptId, run]): [string, RunState] => [promptId, { ...run, finishedCount: -1 }]),
  ),
});

export const runOf = ({ runs }: DecoderState, promptId: string): RunState => runs.get(promptId) ?? newRun;

/** The state after a message about `promptId` that changed its run by `change`. */
export function afterMessage(
  state: DecoderState,
  promptId: string,
  change: Partial<RunState> = {},
  node?: NodeId,
): DecoderState {
  const lastNode = node ?? (state.last?.promptId === promptId ? state.last.node : undefined);
  const isSame = state.last?.promptId === promptId && state.last.node === lastNode;
  const last = isSame ? state.last : { promptId, ...(lastNode === undefined ? {} : { node: lastNode }) };
  if (Object.keys(change).length === 0) return isSame ? state : { last, runs: state.runs };
  const runs = new Map(state.runs);
  runs.set(promptId, { ...runOf(state, promptId), ...change });
  keepNewest(runs, maxRuns);
  return { last, runs };
}

/** The state after the last message of a run. */
export function afterRun(state: DecoderState, promptId: string): DecoderState {
  const runs = new Map(state.runs);
  runs.delete(promptId);
  return { runs };
}

/** The node of the submitted graph that `node` belongs to. */
export const graphNodeOf = (run: RunState, node: NodeId): NodeId => run.graphNodes.get(node) ?? node;
