// Sends the messages of a run, as the worker's events come.
import type { NodeFailure, RunEvent } from "@pictor/comfyui-graph";
import { isForAll, RunMessages, type FinishedPrompt, type Message } from "@pictor/comfyui-protocol";
import type { Clients, Recipient } from "../clients/clients.js";
import type { QueueItem } from "../prompts/queue.js";

export type RunReporter = ReturnType<typeof createRunReporter>;

type NodeFinished = Extract<RunEvent, { kind: "nodeFinished" }>;
type Step = Extract<RunEvent, { kind: "step" }>;
type Ended = Extract<RunEvent, { kind: "ended" }>;

export function createRunReporter(item: QueueItem, clients: Clients) {
  const clientId = item.extraData["client_id"];
  const submitter: Recipient | undefined = typeof clientId === "string" ? { clientId } : undefined;
  const outputs = new Map<string, { ui: NonNullable<NodeFinished["ui"]>; originalNodeId: string }>();
  const run = new RunMessages(item.promptId, Date.now);
  let succeeded = false;

  const send = (messages: readonly Message[]): void => {
    for (const message of messages) {
      const recipient = submitter ?? (isForAll(message) ? "all" : undefined);
      if (recipient) clients.send(recipient, message);
    }
  };

  function step({ nodeId, value, max, preview }: Step): void {
    const recipient = submitter ?? "all";
    const progress = run.progress(nodeId, value, max);
    send(run.stepped(nodeId, value, max));
    const sendPreview = (): void => {
      if (!preview) return;
      const { promptId } = item;
      clients.send(recipient, { kind: "preview", promptId, node: nodeId, bytes: preview });
    };
    // The two forms of previews come at different places.
    if (clients.wantsMetadata(recipient)) {
      sendPreview();
      send([progress]);
    } else {
      send([progress]);
      sendPreview();
    }
  }

  function nodeFinished({ nodeId, ui, originalNodeId, fromCache }: NodeFinished): void {
    // In ComfyUI 0.8 the history lacks cached outputs of prompts that were submitted without a client id.
    if (ui && (submitter || !fromCache)) outputs.set(nodeId, { ui, originalNodeId });
    // A real server sends no `executed` for an output node without UI output, except when it comes from the cache.
    if (ui || fromCache) send([run.executed(nodeId, ui ?? null)]);
    send(run.nodeFinished(nodeId));
  }

  function ended({ ending }: Ended): void {
    const node = (id: string): object => ({ node_id: id, node_type: item.graph[id]?.class_type });
    if (ending.kind === "success") {
      succeeded = true;
      send(run.ended("execution_success", {}));
    } else if (ending.kind === "interrupted") {
      const { nodeId, executed } = ending;
      send(run.ended("execution_interrupted", { ...node(nodeId), executed }));
    } else {
      const { failure, executed } = ending;
      const current_outputs = Object.keys(item.graph);
      const error = { ...node(failure.nodeId), executed, ...failureMembers(failure), current_outputs };
      send(run.ended("execution_error", error));
    }
  }

  send(run.start());
  return {
    receive(event: RunEvent) {
      if (event.kind === "cached") send(run.cached(event.nodes));
      if (event.kind === "step") step(event);
      if (event.kind === "nodeFinished") nodeFinished(event);
      if (event.kind === "ended") ended(event);
      if (event.kind === "nodeStarted") send(run.nodeStarted(event.nodeId));
    },
    /** Ends the run with an error because the worker thread died. */
    workerCrashed(error: Error) {
      const nodeId = run.activeNode ?? Object.keys(item.graph)[0] ?? "";
      const failure = { nodeId, exceptionType: "WorkerError", exceptionMessage: `${error.message}\n` };
      ended({
        kind: "ended",
        ending: { kind: "error", executed: [], failure: { ...failure, traceback: [], currentInputs: {} } },
      });
    },
    finishedPrompt: (): FinishedPrompt => ({ prompt: item, outputs, succeeded, messages: run.kept }),
    /** Sends the message that ends every run: `executing` without a node. */
    sendEnd: () => send([run.end()]),
    activeNode: () => run.activeNode,
  };
}

const failureMembers = (failure: NodeFailure): object => ({
  exception_message: failure.exceptionMessage,
  exception_type: failure.exceptionType,
  traceback: failure.traceback,
  current_inputs: failure.currentInputs,
});
