// Keeps the events of prompts that are submitted before they are followed, so that outputs which only come as messages are
// not lost.

import type { Backend, BackendEvent, NodeId } from "@pictor/kernel";
import type { JobRun } from "./job-run.js";
import { retryDuringOutage } from "./retry-during-outage.js";

/** The most events that are kept per prompt. Those that say what has come out of the run are kept in any number. */
const maxKept = 5_000;

const isResult = ({ type }: BackendEvent): boolean =>
  type === "ended" || type === "output" || type === "error" || type === "preview";

export class EarlyEvents {
  readonly #outputs: readonly NodeId[];
  readonly #kept = new Map<string, BackendEvent[]>();
  readonly #onSeen = new Map<string, (promptId: string) => void>();
  #followed: { readonly promptId: string; listener(event: BackendEvent): void } | undefined;

  /** A preview is kept only for a node in `outputs`, whose result it can be. */
  constructor(outputs: readonly NodeId[]) {
    this.#outputs = outputs;
  }

  /** Subscribes to the backend's events. Resolves to a function that ends the subscription. */
  begin(backend: Backend, run: JobRun): Promise<() => void> {
    return retryDuringOutage(() => backend.events(this.#onEvent, { signal: run.signal }), run);
  }

  /**
   * Keeps the events of a prompt from now on. Called before its submission. Resolves to the id at the first event,
   * which shows that the server has the prompt.
   */
  keep(promptId: string): Promise<string> {
    this.#kept.set(promptId, []);
    return new Promise((resolve) => this.#onSeen.set(promptId, resolve));
  }

  /**
   * Passes on what was kept for a prompt, and its later events and those that belong to no prompt. Returns a function that
   * ends this. One prompt is followed at a time.
   */
  follow(promptId: string, listener: (event: BackendEvent) => void): () => void {
    this.#followed = { promptId, listener };
    for (const event of this.#kept.get(promptId) ?? []) listener(event);
    this.#kept.delete(promptId);
    return () => {
      this.#followed = undefined;
    };
  }

  readonly #onEvent = (event: BackendEvent): void => {
    const followed = this.#followed;
    if (!("promptId" in event) || event.promptId === followed?.promptId) followed?.listener(event);
    else {
      this.#onSeen.get(event.promptId)?.(event.promptId);
      this.#onSeen.delete(event.promptId);
      this.#keep(event, this.#kept.get(event.promptId));
    }
  };

  #keep(event: BackendEvent, events: BackendEvent[] | undefined): void {
    if (event.type === "preview" && (event.node === undefined || !this.#outputs.includes(event.node))) return;
    if (events !== undefined && (events.length < maxKept || isResult(event))) events.push(event);
  }
}
