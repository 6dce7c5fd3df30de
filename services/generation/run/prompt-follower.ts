// Passes the events of a prompt to its job, and follows the prompt to its end, for submitted and for attached prompts.

import {
  type BackendEvent,
  type NodeId,
  type NodeText,
  type OutputFile,
  fault,
  problemFor,
} from "@pictor/kernel";
import { RecordFollower, type FollowDependencies } from "./follow-prompt.js";
import {
  createMessageOutputs,
  dependentNodes,
  type MessageOutput,
  type MessageOutputs,
} from "./message-outputs.js";

export interface FollowerOptions extends Pick<FollowDependencies, "ownsPrompt"> {
  /** Whether displayed texts are outputs. */
  readonly savesTexts: boolean;
}

export interface FollowerDependencies extends FollowerOptions, Omit<FollowDependencies, "collectFiles"> {
  /** Called for each file that can be read, possibly repeatedly. `place` is its index among the files of its node. */
  onFile(file: OutputFile, place: number): void;
  /** Called once for each output that the backend does not keep. */
  onMessageOutput(output: MessageOutput): void;
  /** Settles when every file so far was handled. */
  drain(): Promise<unknown>;
}

export class PromptFollower {
  readonly #outputs: readonly NodeId[];
  readonly #deps: FollowerDependencies;
  readonly #nodesWithOutput = new Set<NodeId>();
  /** Nodes whose lack of files is explained: they displayed a text, or the graph has blocked them. */
  readonly #explainedNodes = new Set<NodeId>();
  readonly #messages: MessageOutputs;
  readonly #record: RecordFollower;

  /** `outputs` are the nodes whose files are passed on. */
  constructor(outputs: readonly NodeId[], deps: FollowerDependencies) {
    this.#outputs = outputs;
    this.#deps = deps;
    this.#messages = createMessageOutputs(() => deps.state().graph);
    this.#record = new RecordFollower({ ...deps, collectFiles: (files) => this.#collectFiles(files) });
  }

  /** Takes an event of the prompt, or one that belongs to no prompt. */
  readonly onEvent = (event: BackendEvent): void => {
    this.#deps.dispatch({ type: "backend", event });
    if (event.type === "connection") {
      this.#record.setConnected(event.state === "open");
      // Before the submission, the server has no record to read.
      if (this.#deps.state().promptId !== undefined) this.#record.requestReading();
    }
    if (!("promptId" in event)) return;
    if (event.type === "output") void this.#collectFiles(event.files);
    if (event.type === "text") this.#noteText(event);
    if (event.type === "blocked") this.#noteBlocked(event);
    if (event.type === "preview") this.#collectMessage(this.#messages.imageOf(event, this.#outputs));
    this.#record.note(event);
  };

  /** Reads the record now, or as soon as the prompt is followed. */
  requestReading(): void {
    this.#record.requestReading();
  }

  /** Resolves when the job has ended, or when the run has succeeded and its files are known. */
  async follow(promptId: string): Promise<void> {
    const success = await this.#record.follow(promptId);
    if (success === undefined) return;
    void this.#collectFiles(success.files);
    for (const text of success.texts ?? []) this.#noteText(text);
    this.#requireOutputs(success.withoutFile);
  }

  /** Reports nodes without an output; throws `OUTPUT_NONE` if an own prompt has none at all. */
  #requireOutputs(promisingNone: readonly NodeId[] | undefined): void {
    const found = this.#nodesWithOutput;
    // Without a record it is unknown which nodes promise a file, so a missing file is reported only if the prompt has
    // no output at all.
    const withoutFile = promisingNone ?? (found.size > 0 ? this.#outputs : []);
    const empty = this.#outputs.filter(
      (id) => !found.has(id) && !this.#explainedNodes.has(id) && !withoutFile.includes(id),
    );
    if (empty.length === 0) return;
    const error = fault("OUTPUT_NONE", { nodes: empty.join(", ") });
    if (this.#deps.ownsPrompt && found.size === 0) throw error;
    this.#deps.report(problemFor(error));
  }

  #collectMessage(output: MessageOutput | undefined): void {
    if (output === undefined) return;
    this.#nodesWithOutput.add(output.file.node);
    this.#deps.onMessageOutput(output);
  }

  #noteText(text: NodeText): void {
    this.#explainedNodes.add(text.node);
    if (this.#deps.savesTexts) this.#collectMessage(this.#messages.textOf(text));
  }

  #noteBlocked({ node, message }: Extract<BackendEvent, { readonly type: "blocked" }>): void {
    const { graph } = this.#deps.state();
    for (const id of dependentNodes(graph, node)) this.#explainedNodes.add(id);
    const nodeClass = graph[node]?.class_type ?? "";
    const reason = message.replace(/\.$/, "");
    this.#deps.report(problemFor(fault("GRAPH_BLOCKED", { node, class: nodeClass, reason })));
  }

  #collectFiles(files: readonly OutputFile[]): Promise<unknown> {
    const counts = new Map<NodeId, number>();
    for (const file of files) {
      if (!this.#outputs.includes(file.node)) continue;
      this.#nodesWithOutput.add(file.node);
      const place = counts.get(file.node) ?? 0;
      counts.set(file.node, place + 1);
      this.#deps.onFile(file, place);
    }
    return this.#deps.drain();
  }
}
