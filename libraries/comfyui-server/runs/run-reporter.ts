// Converts the worker's events of a run to the messages of a real server, in the same order.
import type { NodeFailure, RunEvent } from "@pictor/comfyui-graph";
import type { Clients, Recipient } from "../clients/clients.js";
import type { QueueItem } from "../prompts/queue.js";
import {
  createProgressState,
  previewFrame,
  previewFrameWithMetadata,
  type FinishedPrompt,
  type HistoryMessage,
} from "@pictor/comfyui-protocol";

export interface RunReporter {
  receive(event: RunEvent): void;
  /** Ends the run with an error because the worker thread died. */
  workerCrashed(error: Error): void;
  finishedPrompt(): FinishedPrompt;
  /** Sends the message that ends every run: `executing` without a node. */
  sendEnd(): void;
  activeNode(): string | undefined;
}

type NodeFinished = Extract<RunEvent, { kind: "nodeFinished" }>;
type Step = Extract<RunEvent, { kind: "step" }>;
type Ended = Extract<RunEvent, { kind: "ended" }>;

/**
 * Every `progress_state` repeats all nodes that have started, so the traffic grows with the square of their number. Runs of
 * more nodes than this send `progress_state` at most once per interval; the last one is always sent.
 */
const LARGE_RUN_NODES = 250;
const LARGE_RUN_INTERVAL_MS = 100;

export function createRunReporter(item: QueueItem, clients: Clients): RunReporter {
  const prompt_id = item.promptId;
  const clientId = item.extraData["client_id"];
  const submitter: Recipient | undefined = typeof clientId === "string" ? { clientId } : undefined;
  const submitterOrAll: Recipient = submitter ?? "all";
  const messages: HistoryMessage[] = [];
  const outputs = new Map<string, { ui: NonNullable<NodeFinished["ui"]>; originalNodeId: string }>();
  const progress = createProgressState(prompt_id);
  let active: string | undefined;
  let succeeded = false;
  let progressSentMs = 0;
  let isProgressPending = false;

  /** Real servers send these messages to the client that submitted the prompt, or to nobody. */
  const sendToSubmitter = (type: string, data: object): void => {
    if (submitter) clients.send(submitter, type, data);
  };
  const sendProgress = (): void => {
    const isLarge = progress.size() > LARGE_RUN_NODES;
    isProgressPending = isLarge && performance.now() - progressSentMs < LARGE_RUN_INTERVAL_MS;
    if (isProgressPending) return;
    clients.send(submitterOrAll, "progress_state", progress.snapshot());
    progressSentMs = performance.now();
  };
  const sendAndRecord = (type: string, data: object, recipient: Recipient | undefined = submitter): void => {
    const stamped = { ...data, timestamp: Date.now() };
    messages.push([type, stamped]);
    if (recipient) clients.send(recipient, type, stamped);
  };

  function step({ nodeId, value, max, preview }: Step): void {
    progress.step(nodeId, value, max);
    sendProgress();
    const sendStep = (): void => {
      clients.send(submitterOrAll, "progress", { value, max, prompt_id, node: nodeId });
    };
    if (preview && clients.wantsPreviewMetadata(submitterOrAll)) {
      clients.sendBinary(submitterOrAll, previewFrameWithMetadata(preview, prompt_id, nodeId));
      sendStep();
    } else {
      sendStep();
      if (preview) clients.sendBinary(submitterOrAll, previewFrame(preview));
    }
  }

  function nodeFinished({ nodeId, ui, originalNodeId, fromCache }: NodeFinished): void {
    // In ComfyUI 0.8 the history lacks cached outputs of prompts that were submitted without a client id.
    if (ui && (submitter || !fromCache)) outputs.set(nodeId, { ui, originalNodeId });
    // A real server sends no `executed` for an output node without UI output, except when it comes from the cache.
    if (ui || fromCache) {
      sendToSubmitter("executed", { node: nodeId, display_node: nodeId, output: ui ?? null, prompt_id });
    }
    progress.finish(nodeId);
    sendProgress();
  }

  function ended({ ending }: Ended): void {
    if (isProgressPending) clients.send(submitterOrAll, "progress_state", progress.snapshot());
    const node = (id: string): object => ({ node_id: id, node_type: item.graph[id]?.class_type });
    if (ending.kind === "success") {
      succeeded = true;
      sendAndRecord("execution_success", { prompt_id });
    } else if (ending.kind === "interrupted") {
      const { nodeId, executed } = ending;
      sendAndRecord("execution_interrupted", { prompt_id, ...node(nodeId), executed }, submitterOrAll);
    } else {
      sendAndRecord("execution_error", {
        prompt_id,
        ...node(ending.failure.nodeId),
        executed: ending.executed,
        ...failureMembers(ending.failure),
        current_outputs: Object.keys(item.graph),
      });
    }
    active = undefined;
  }

  sendAndRecord("execution_start", { prompt_id });
  return {
    receive(event) {
      if (event.kind === "cached") sendAndRecord("execution_cached", { nodes: event.nodes, prompt_id });
      if (event.kind === "step") step(event);
      if (event.kind === "nodeFinished") nodeFinished(event);
      if (event.kind === "ended") ended(event);
      if (event.kind === "nodeStarted") {
        active = event.nodeId;
        progress.start(active);
        sendProgress();
        sendToSubmitter("executing", { node: active, display_node: active, prompt_id });
      }
    },
    workerCrashed(error) {
      const nodeId = active ?? Object.keys(item.graph)[0] ?? "";
      const failure = { nodeId, exceptionType: "WorkerError", exceptionMessage: `${error.message}\n` };
      ended({
        kind: "ended",
        ending: { kind: "error", executed: [], failure: { ...failure, traceback: [], currentInputs: {} } },
      });
    },
    finishedPrompt: () => ({ prompt: item, outputs, succeeded, messages }),
    sendEnd: () => {
      sendToSubmitter("executing", { node: null, prompt_id });
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
