// Passes the events of a prompt to its job, and follows the prompt to its end, for submitted and for attached prompts.

import {
  type BackendEvent,
  type NodeId,
  type NodeText,
  type OutputFile,
  fault,
  toProblem,
} from "@pictor/kernel";
import { createRecordFollower, type FollowDependencies } from "./follow-prompt.js";
import { createMessageOutputs, dependentNodes, type MessageOutput } from "./message-outputs.js";

export interface FollowerDependencies extends Omit<FollowDependencies, "collectFiles"> {
  /** Called for each file that can be read, possibly repeatedly. `place` is its index among the files of its node. */
  onFile(file: OutputFile, place: number): void;
  /** Called once for each output that the backend does not keep. */
  onMessageOutput(output: MessageOutput): void;
  /** Whether displayed texts are outputs. */
  readonly savesTexts: boolean;
  /** Settles when every file so far was handled. */
  drain(): Promise<unknown>;
  /** Gives the job a function that requests a reading of the server's record. */
  setRecordRefresh(refresh: () => void): void;
}

export interface PromptFollower {
  onEvent(event: BackendEvent): void;
  /** Reads the record now, or as soon as the prompt is followed. */
  requestReading(): void;
  /** Resolves when the job has ended, or when the run has succeeded and its files are known. */
  follow(promptId: string): Promise<void>;
}

export function createPromptFollower(outputs: readonly NodeId[], deps: FollowerDependencies): PromptFollower {
  const nodesWithOutput = new Set<NodeId>();
  /** Nodes whose lack of files is explained: they displayed a text, or the graph has blocked them. */
  const explainedNodes = new Set<NodeId>();
  const messages = createMessageOutputs(() => deps.state().graph);
  const collectMessage = (output: MessageOutput | undefined): void => {
    if (output === undefined) return;
    nodesWithOutput.add(output.file.node);
    deps.onMessageOutput(output);
  };
  const noteText = (text: NodeText): void => {
    explainedNodes.add(text.node);
    if (deps.savesTexts) collectMessage(messages.textOf(text));
  };
  const noteBlocked = ({ node, message }: Extract<BackendEvent, { readonly type: "blocked" }>): void => {
    const { graph } = deps.state();
    for (const id of dependentNodes(graph, node)) explainedNodes.add(id);
    const nodeClass = graph[node]?.class_type ?? "";
    deps.report(
      toProblem(fault("GRAPH_BLOCKED", { node, class: nodeClass, reason: message.replace(/\.$/, "") })),
    );
  };
  const collectFiles = (files: readonly OutputFile[]): Promise<unknown> => {
    const counts = new Map<NodeId, number>();
    for (const file of files) {
      if (!outputs.includes(file.node)) continue;
      nodesWithOutput.add(file.node);
      const place = counts.get(file.node) ?? 0;
      counts.set(file.node, place + 1);
      deps.onFile(file, place);
    }
    return deps.drain();
  };

  const record = createRecordFollower({ ...deps, collectFiles });
  deps.setRecordRefresh(record.requestReading);

  return {
    requestReading: record.requestReading,
    onEvent(event) {
      deps.dispatch({ type: "backend", event });
      if (event.type === "connection") {
        record.setConnected(event.state === "open");
        // Before the submission, the server has no record to read.
        if (deps.state().promptId !== undefined) record.requestReading();
      }
      if (!("promptId" in event)) return;
      if (event.type === "output") void collectFiles(event.files);
      if (event.type === "text") noteText(event);
      if (event.type === "blocked") noteBlocked(event);
      if (event.type === "preview") collectMessage(messages.imageOf(event, outputs));
      record.note(event);
    },
    async follow(promptId) {
      const success = await record.follow(promptId);
      if (success === undefined) return;
      void collectFiles(success.files);
      success.texts?.forEach(noteText);
      // Without a record it is unknown which nodes promise a file, so a missing file is reported only if the prompt has
      // no output at all.
      const withoutFile = success.withoutFile ?? (nodesWithOutput.size > 0 ? outputs : []);
      const empty = outputs.filter(
        (id) => !nodesWithOutput.has(id) && !explainedNodes.has(id) && !withoutFile.includes(id),
      );
      if (empty.length === 0) return;
      const error = fault("OUTPUT_NONE", { nodes: empty.join(", ") });
      if (deps.ownsPrompt && nodesWithOutput.size === 0) throw error;
      deps.report(toProblem(error));
    },
  };
}
