// The messages of one run, in the form and the order of a real server, and those of them that the history keeps.
import type { HistoryMessage } from "../prompts/history-entry.js";
import { message, type Message } from "./frame.js";
import { ProgressState } from "./progress-state.js";

/**
 * Every `progress_state` repeats all nodes that have started, so the traffic grows with the square of their number. Runs of
 * more nodes than this send `progress_state` at most once per interval; the last one is always sent.
 */
const largeRunNodes = 250;
const largeRunIntervalMs = 100;

export class RunMessages {
  readonly #promptId: string;
  readonly #now: () => number;
  readonly #progress: ProgressState;
  readonly #kept: HistoryMessage[] = [];
  #active: string | undefined;
  #progressSentAt = 0;
  #isProgressPending = false;

  /** `now` is the time in milliseconds since 1970. */
  constructor(promptId: string, now: () => number) {
    this.#promptId = promptId;
    this.#now = now;
    this.#progress = new ProgressState(promptId);
  }

  /** What the history keeps: the first messages of the run, and the one that ended it. */
  get kept(): readonly HistoryMessage[] {
    return this.#kept;
  }

  /** The node that runs. */
  get activeNode(): string | undefined {
    return this.#active;
  }

  /** Begins the run, once. */
  start(): readonly Message[] {
    return this.#kept.length > 0 ? [] : [this.#keep("execution_start", { prompt_id: this.#promptId })];
  }

  /** Sent once. */
  cached(nodes: readonly string[]): readonly Message[] {
    if (this.#kept.some(([type]) => type === "execution_cached")) return [];
    return [this.#keep("execution_cached", { nodes, prompt_id: this.#promptId })];
  }

  nodeStarted(node: string): readonly Message[] {
    this.#active = node;
    this.#progress.start(node);
    const executing = message("executing", { node, display_node: node, prompt_id: this.#promptId });
    return [...this.#progressState(), executing];
  }

  /** The state of the progress; the step itself is `progress`. */
  stepped(node: string, value: number, max: number): readonly Message[] {
    this.#progress.step(node, value, max);
    return this.#progressState();
  }

  progress(node: string, value: number, max: number): Message {
    return message("progress", { value, max, prompt_id: this.#promptId, node });
  }

  nodeFinished(node: string): readonly Message[] {
    this.#progress.finish(node);
    return this.#progressState();
  }

  executed(node: string, output: object | null): Message {
    return message("executed", { node, display_node: node, output, prompt_id: this.#promptId });
  }

  /** The message that says how the run has ended. */
  ended(type: string, data: object): readonly Message[] {
    const last = this.lastProgress();
    this.#active = undefined;
    return [...last, this.#keep(type, { prompt_id: this.#promptId, ...data })];
  }

  /** The state of the progress, if the newest one was not sent. */
  lastProgress(): readonly Message[] {
    const isPending = this.#isProgressPending;
    this.#isProgressPending = false;
    return isPending ? [message("progress_state", this.#progress.snapshot())] : [];
  }

  /** The message that ends every run. */
  end(): Message {
    return message("executing", { node: null, prompt_id: this.#promptId });
  }

  #keep(type: string, data: object): Message {
    const stamped = { ...data, timestamp: this.#now() };
    this.#kept.push([type, stamped]);
    return message(type, stamped);
  }

  #progressState(): readonly Message[] {
    const isLarge = this.#progress.size() > largeRunNodes;
    this.#isProgressPending = isLarge && this.#now() - this.#progressSentAt < largeRunIntervalMs;
    if (this.#isProgressPending) return [];
    this.#progressSentAt = this.#now();
    return [message("progress_state", this.#progress.snapshot())];
  }
}
