// What the socket said so far: needed for messages that name no prompt, and for telling each node's end once.

import type { BackendEvent, NodeId } from "@pictor/kernel/plugin";

/** What was said of one prompt's run. */
export interface Run {
  /** Nodes whose end was told. */
  readonly done: ReadonlySet<NodeId>;
  /** Ids of nodes that were created while the graph ran, to the graph's own node that they belong to. */
  readonly shown: ReadonlyMap<NodeId, NodeId>;
  /** How the run ended, as its messages say: the first one that speaks of it counts. */
  readonly as?: NonNullable<Extract<BackendEvent, { readonly type: "ended" }>["as"]>;
  /** How often the last state of all nodes said "finished"; -1 when the next one has to be read in any case. */
  readonly finished: number;
}

export interface Track {
  /** The prompt that the last message was about, and its node that ran or progressed last. */
  readonly last?: { readonly promptId: string; readonly node?: NodeId };
  /** Of several prompts when a server runs several, or when those without owner are told to everybody. */
  readonly runs: ReadonlyMap<string, Run>;
}

/** Runs without owner are never told to have ended: only the latest are remembered. */
const mostRuns = 16;

const fresh: Run = { done: new Set(), shown: new Map(), finished: -1 };

export const noTrack: Track = { runs: new Map() };

/** A new connection begins with this: what it says first is about nothing that the old one spoke of last. */
export const reopened = ({ runs }: Track): Track => ({
  runs: new Map([...runs].map(([promptId, run]) => [promptId, { ...run, finished: -1 }])),
});

export const runOf = (track: Track, promptId: string): Run => track.runs.get(promptId) ?? fresh;

/** The track after a message about `promptId`, with what changed in its run. */
export function heard(track: Track, promptId: string, change: Partial<Run> = {}, node?: NodeId): Track {
  const shown = node ?? (track.last?.promptId === promptId ? track.last.node : undefined);
  const isSame = track.last?.promptId === promptId && track.last.node === shown;
  const last = isSame ? track.last : { promptId, ...(shown === undefined ? {} : { node: shown }) };
  if (Object.keys(change).length === 0) return isSame ? track : { last, runs: track.runs };
  const runs = new Map(track.runs);
  runs.set(promptId, { ...runOf(track, promptId), ...change });
  const [oldest] = runs.keys();
  if (runs.size > mostRuns && oldest !== undefined) runs.delete(oldest);
  return { last, runs };
}

/** The track after the last message of a run. */
export function over(track: Track, promptId: string): Track {
  const runs = new Map(track.runs);
  runs.delete(promptId);
  return { runs };
}

/** The node of the submitted graph that stands for `node`. */
export const shownAs = (run: Run, node: NodeId): NodeId => run.shown.get(node) ?? node;
