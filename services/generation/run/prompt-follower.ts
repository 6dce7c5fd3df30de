// Passes the events of a prompt to its job, and follows the prompt to its end, for submitted and for attached prompts.

import {
  type BackendEvent,
  type NodeId,
  type NodeText,
  type OutputFile,
  fault,
  problemFor,
} from "@pictor/kernel";
import { RecordFollower } from "./follow-prompt.js";
import type { JobRun } from "./job-run.js";
import {
  createMessageOutputs,
  dependentNodes,
  type FoundOutput,
  type MessageOutputs,
} from "./message-outputs.js";
import type { OutputCollector, OutputSource } from "./output-collector.js";

export interface FollowerOptions {
  /** The nodes whose files are collected. */
  readonly outputs: readonly NodeId[];
  /** The batch of the prompt. */
  readonly source: OutputSource;
  /** Whether displayed texts are outputs. */
  readonly savesTexts: boolean;
  readonly ownsPrompt: boolean;
}

export class PromptFollower {
  readonly #run: JobRun;
  readonly #collector: OutputCollector;
  readonly #options: FollowerOptions;
  readonly #nodesWithOutput = new Set<NodeId>();
  /** Nodes whose lack of files is explained: they displayed a text, or the graph has blocked them. */
  readonly #explainedNodes = new Set<NodeId>();
  readonly #messages: MessageOutputs;
  readonly #record: RecordFollower;

  constructor(run: JobRun, collector: OutputCollector, options: FollowerOptions) {
    this.#run = run;
    this.#collector = collector;
    this.#options = options;
    const { ownsPrompt, source } = options;
    this.#messages = createMessageOutputs(() => run.state().graph);
    this.#record = new RecordFollower(run, {
      backend: source.backend,
      ownsPrompt,
      collectFiles: (files) => this.#collectFiles(files),
    });
    run.follower = this;
  }

  /** Takes an event of the prompt, or one that belongs to no prompt. */
  readonly onEvent = (event: BackendEvent): void => {
    this.#run.dispatch({ type: "backend", event });
    if (event.type === "output") void this.#collectFiles(event.files);
    if (event.type === "text") this.#noteText(event);
    if (event.type === "blocked") this.#noteBlocked(event);
    if (event.type === "preview") this.#collectMessage(this.#messages.imageOf(event, this.#options.outputs));
    this.#record.note(event);
    // Before the submission, the server has no record to read.
    if (event.type === "connection" && this.#run.state().promptId !== undefined) this.requestReading();
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
    const { outputs, ownsPrompt } = this.#options;
    // Without a record it is unknown which nodes promise a file, so a missing file is reported only if the prompt has
    // no output at all.
    const withoutFile = promisingNone ?? (found.size > 0 ? outputs : []);
    const empty = outputs.filter(
      (id) => !found.has(id) && !this.#explainedNodes.has(id) && !withoutFile.includes(id),
    );
    if (empty.length === 0) return;
    const error = fault("OUTPUT_NONE", { nodes: empty.join(", ") });
    if (ownsPrompt && found.size === 0) throw error;
    this.#run.report(problemFor(error));
  }

  #collectMessage(output: FoundOutput | undefined): void {
    if (output === undefined) return;
    this.#nodesWithOutput.add(output.file.node);
    this.#collector.add(output, this.#options.source);
  }

  #noteText(text: NodeText): void {
    this.#explainedNodes.add(text.node);
    if (this.#options.savesTexts) this.#collectMessage(this.#messages.textOf(text));
  }

  #noteBlocked({ node, message }: Extract<BackendEvent, { readonly type: "blocked" }>): void {
    const { graph } = this.#run.state();
    for (const id of dependentNodes(graph, node)) this.#explainedNodes.add(id);
    const nodeClass = graph[node]?.class_type ?? "";
    const reason = message.replace(/\.$/, "");
    this.#run.report(problemFor(fault("GRAPH_BLOCKED", { node, class: nodeClass, reason })));
  }

  #collectFiles(files: readonly OutputFile[]): Promise<unknown> {
    const { outputs, source } = this.#options;
    const counts = new Map<NodeId, number>();
    for (const file of files) {
      if (!outputs.includes(file.node)) continue;
      this.#nodesWithOutput.add(file.node);
      const place = counts.get(file.node) ?? 0;
      counts.set(file.node, place + 1);
      this.#collector.add({ file, place }, source);
    }
    return this.#collector.drain();
  }
}
