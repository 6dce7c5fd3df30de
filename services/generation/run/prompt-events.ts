// The events of prompts from before their submission on, so that none is missed, and outputs which only come as messages
// are not lost.

import type { Backend, BackendEvent, NodeId } from "@pictor/kernel";
import type { JobRun } from "./job-run.js";
import { retryDuringOutage } from "./retry-during-outage.js";

/** The most events that are kept per prompt. Those that say what has come out of the run are kept in any number. */
const maxKept = 5_000;

const isResult = ({ type }: BackendEvent): boolean =>
  type === "ended" || type === "output" || type === "error" || type === "preview";

type Listener = (event: BackendEvent) => void;

export class PromptEvents {
  readonly #run: JobRun;
  readonly #outputs: readonly NodeId[];
  #keepsAll: boolean;
  readonly #kept = new Map<string, BackendEvent[]>();
  readonly #onSeen = new Map<string, (promptId: string) => void>();
  #listener: Listener | undefined;
  /** The prompt that is followed. */
  #promptId: string | undefined;

  /**
   * A preview is kept only for a node in `outputs`, whose result it can be. `keepsAll`: the job has one prompt at a time,
   * which is followed from its first event on. Until then, the events of every prompt are kept, because an older server
   * assigns an id of its own.
   */
  constructor(
    run: JobRun,
    { outputs, keepsAll }: { readonly outputs: readonly NodeId[]; readonly keepsAll: boolean },
  ) {
    this.#run = run;
    this.#outputs = outputs;
    this.#keepsAll = keepsAll;
  }

  /** Subscribes to the backend's events. Resolves to a function that ends the subscription. */
  begin(backend: Backend): Promise<() => void> {
    const { signal } = this.#run;
    return retryDuringOutage(() => backend.events(this.#onEvent, { signal }), this.#run);
  }

  /**
   * Keeps the events of a prompt from now on. Called before its submission. Resolves to the id at the first event,
   * which shows that the server has the prompt.
   */
  keep(promptId: string): Promise<string> {
    this.#kept.set(promptId, []);
    return new Promise((resolve) => this.#onSeen.set(promptId, resolve));
  }

  /** Passes on the events that belong to no prompt, until another listener takes its place. */
  listen(listener: Listener | undefined): void {
    this.#listener = listener;
    this.#promptId = undefined;
  }

  /** The job follows a prompt: passes on what was kept for it, and its later events. */
  follow(promptId: string): void {
    if (promptId === this.#promptId) return;
    this.#promptId = promptId;
    this.#run.dispatch({ type: "submitted", promptId });
    const kept = this.#kept.get(promptId) ?? [];
    this.#kept.delete(promptId);
    if (this.#keepsAll) this.#kept.clear();
    this.#keepsAll = false;
    for (const event of kept) this.#listener?.(event);
  }

  readonly #onEvent = (event: BackendEvent): void => {
    const promptId = "promptId" in event ? event.promptId : undefined;
    if (promptId !== undefined && promptId !== this.#promptId) this.#noteSeen(promptId);
    if (promptId === undefined || promptId === this.#promptId) this.#listener?.(event);
    else this.#keep(promptId, event);
  };

  #noteSeen(promptId: string): void {
    const onSeen = this.#onSeen.get(promptId);
    if (onSeen === undefined) return;
    this.#onSeen.delete(promptId);
    onSeen(promptId);
    if (this.#keepsAll) this.follow(promptId);
  }

  #keep(promptId: string, event: BackendEvent): void {
    if (event.type === "preview" && (event.node === undefined || !this.#outputs.includes(event.node))) return;
    const events = this.#kept.get(promptId) ?? (this.#keepsAll ? [] : undefined);
    if (events === undefined) return;
    if (events.length < maxKept || isResult(event)) events.push(event);
    this.#kept.set(promptId, events);
  }
}
