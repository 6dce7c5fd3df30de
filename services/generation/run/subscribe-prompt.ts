// Subscribes to the events of one prompt before it is submitted, so that no early event is missed.

import type { Backend, BackendEvent } from "@pictor/kernel";
import type { JobRun } from "./job-run.js";
import { retryDuringOutage } from "./retry-during-outage.js";

/** The most events that are buffered per id while the server's id of the prompt is unknown. */
const maxBuffered = 5_000;

/**
 * The events of one prompt. An event with the proposed id proves that the server has the prompt. Older servers assign
 * another id; until a reply contains it, the events of all other ids are buffered.
 */
export class PromptSubscription {
  /** Resolves when the server's id of the prompt is known. */
  readonly promptId: Promise<string>;
  readonly #proposedId: string;
  readonly #run: JobRun;
  /** Receives the events of the prompt, starting with the buffered ones, and the events that belong to no prompt. */
  readonly #listener: (event: BackendEvent) => void;
  readonly #buffered = new Map<string, BackendEvent[]>();
  #promptId: string | undefined;
  #noteKnown: (promptId: string) => void = () => undefined;

  constructor(proposedId: string, run: JobRun, listener: (event: BackendEvent) => void) {
    this.#proposedId = proposedId;
    this.#run = run;
    this.#listener = listener;
    this.promptId = new Promise((resolve) => (this.#noteKnown = resolve));
  }

  /** Subscribes to the backend's events. Resolves to a function that ends the subscription. */
  begin(backend: Backend): Promise<() => void> {
    const { signal } = this.#run;
    return retryDuringOutage(() => backend.events(this.#onEvent, { signal }), this.#run);
  }

  /** Takes the id from an event, a reply or the server's record. Only the first call counts. */
  readonly adopt = (promptId: string): void => {
    if (this.#promptId !== undefined) return;
    this.#promptId = promptId;
    this.#run.dispatch({ type: "submitted", promptId });
    this.#buffered.get(promptId)?.forEach(this.#listener);
    this.#buffered.clear();
    this.#noteKnown(promptId);
  };

  readonly #onEvent = (event: BackendEvent): void => {
    if (!("promptId" in event)) {
      this.#listener(event);
      return;
    }
    if (event.promptId === this.#proposedId) this.adopt(event.promptId);
    if (event.promptId === this.#promptId) this.#listener(event);
    else if (this.#promptId === undefined) this.#buffer(event.promptId, event);
  };

  #buffer(id: string, event: BackendEvent): void {
    if (event.type === "preview") return;
    const events = this.#buffered.get(id) ?? [];
    if (events.length < maxBuffered || event.type === "ended" || event.type === "output") events.push(event);
    this.#buffered.set(id, events);
  }
}
