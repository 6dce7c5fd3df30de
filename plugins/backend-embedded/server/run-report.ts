// Turns what the worker reports about one prompt into the messages of the real server, in its order.
import type { NodeFailure, RunEvent } from "../worker/channel.js";
import type { Clients, Recipient } from "./clients.js";
import type { HistoryMessage, HistoryRecord } from "./history.js";
import { previewFrame, previewFrameWithMetadata } from "./preview-frame.js";
import { createProgressMap } from "./progress-map.js";
import type { QueueItem } from "./queue.js";

export interface RunReport {
  receive(event: RunEvent): void;
  /** The worker thread died. */
  crashed(error: Error): void;
  record(): HistoryRecord;
  /** The last message of every run. */
  close(): void;
  activeNode(): string | undefined;
}

type NodeFinished = Extract<RunEvent, { kind: "nodeFinished" }>;
type Step = Extract<RunEvent, { kind: "step" }>;
type Ended = Extract<RunEvent, { kind: "ended" }>;

/**
 * Every `progress_state` repeats all nodes that have started, so the traffic grows with the square of their number. Beyond
 * so many nodes the messages keep a distance in time; each is complete, and the last one is always sent.
 */
const LARGE_RUN = 250;
const LARGE_RUN_PAUSE_MS = 100;

export function createRunReport(item: QueueItem, clients: Clients): RunReport {
  const prompt_id = item.promptId;
  const clientId = item.extraData["client_id"];
  const owner: Recipient | undefined = typeof clientId === "string" ? { clientId } : undefined;
  const bystanders: Recipient = owner ?? "everybody";
  const messages: HistoryMessage[] = [];
  const outputs = new Map<string, { ui: NonNullable<NodeFinished["ui"]>; madeAs: string }>();
  const progress = createProgressMap(prompt_id);
  let active: string | undefined;
  let succeeded = false;
  let toldMs = 0;
  let owed = false;

  /** Messages of the executor go to the owner; without one they are not sent at all. */
  const tell = (type: string, data: object): void => {
    if (owner) clients.send(owner, type, data);
  };
  const tellProgress = (): void => {
    const isLarge = progress.size() > LARGE_RUN;
    owed = isLarge && performance.now() - toldMs < LARGE_RUN_PAUSE_MS;
    if (owed) return;
    clients.send(bystanders, "progress_state", progress.snapshot());
    toldMs = performance.now();
  };
  const remember = (type: string, data: object, recipient: Recipient | undefined = owner): void => {
    const stamped = { ...data, timestamp: Date.now() };
    messages.push([type, stamped]);
    if (recipient) clients.send(recipient, type, stamped);
  };

  function step({ nodeId, value, max, preview }: Step): void {
    progress.step(nodeId, value, max);
    tellProgress();
    const tellStep = (): void => {
      clients.send(bystanders, "progress", { value, max, prompt_id, node: nodeId });
    };
    if (preview && clients.wantsPreviewMetadata(bystanders)) {
      clients.sendBinary(bystanders, previewFrameWithMetadata(preview, prompt_id, nodeId));
      tellStep();
    } else {
      tellStep();
      if (preview) clients.sendBinary(bystanders, previewFrame(preview));
    }
  }

  function nodeFinished({ nodeId, ui, madeAs, fromCache }: NodeFinished): void {
    // Without a client, outputs from the cache do not reach the history of servers of this version.
    if (ui && (owner || !fromCache)) outputs.set(nodeId, { ui, madeAs });
    // An output node that shows nothing is silent when it runs, but speaks when it comes from the cache.
    if (ui || fromCache) {
      tell("executed", { node: nodeId, display_node: nodeId, output: ui ?? null, prompt_id });
    }
    progress.finish(nodeId);
    tellProgress();
  }

  function ended({ ending }: Ended): void {
    if (owed) clients.send(bystanders, "progress_state", progress.snapshot());
    const node = (id: string): object => ({ node_id: id, node_type: item.graph[id]?.class_type });
    if (ending.kind === "success") {
      succeeded = true;
      remember("execution_success", { prompt_id });
    } else if (ending.kind === "interrupted") {
      const { nodeId, executed } = ending;
      remember("execution_interrupted", { prompt_id, ...node(nodeId), executed }, bystanders);
    } else {
      remember("execution_error", {
        prompt_id,
        ...node(ending.failure.nodeId),
        executed: ending.executed,
        ...failureMembers(ending.failure),
        current_outputs: Object.keys(item.graph),
      });
    }
    active = undefined;
  }

  remember("execution_start", { prompt_id });
  return {
    receive(event) {
      if (event.kind === "cached") remember("execution_cached", { nodes: event.nodes, prompt_id });
      if (event.kind === "step") step(event);
      if (event.kind === "nodeFinished") nodeFinished(event);
      if (event.kind === "ended") ended(event);
      if (event.kind === "nodeStarted") {
        active = event.nodeId;
        progress.start(active);
        tellProgress();
        tell("executing", { node: active, display_node: active, prompt_id });
      }
    },
    crashed(error) {
      const nodeId = active ?? Object.keys(item.graph)[0] ?? "";
      const failure = { nodeId, exceptionType: "WorkerError", exceptionMessage: `${error.message}\n` };
      ended({
        kind: "ended",
        ending: { kind: "error", executed: [], failure: { ...failure, traceback: [], currentInputs: {} } },
      });
    },
    record: () => ({ item, outputs, succeeded, messages }),
    close: () => {
      tell("executing", { node: null, prompt_id });
    },
    activeNode: () => active,
  };
}

const failureMembers = (failure: NodeFailure): object => ({
  exception_message: failure.exceptionMessage,
  exception_type: failure.exceptionType,
  traceback: failure.traceback,
  current_inputs: failure.currentInputs,
});
