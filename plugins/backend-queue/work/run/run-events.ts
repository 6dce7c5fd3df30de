// Translates the messages of a server about a prompt to events for hosts, in their order.

import type { NodeId } from "@pictor/kernel/plugin";
import type { PromptEvent } from "@pictor/prompt-life";
import type { ContentStore } from "../../store/store.js";
import type { Deliverer } from "./deliver.js";
import type { EventSender } from "./event-sender.js";

/** The prompt in the queue. A PNG image from one of the output nodes is its result. */
interface QueuedRun {
  readonly id: string;
  readonly outputs: readonly NodeId[];
}

export class RunEvents {
  readonly #run: QueuedRun;
  readonly #sender: EventSender;
  readonly #deliverer: Deliverer;
  readonly #store: ContentStore;
  #chain: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(run: QueuedRun, sender: EventSender, deliverer: Deliverer, store: ContentStore) {
    this.#run = run;
    this.#sender = sender;
    this.#deliverer = deliverer;
    this.#store = store;
  }

  pass(event: PromptEvent): void {
    const { id: promptId } = this.#run;
    switch (event.type) {
      case "preview":
        this.#passImage(event);
        break;
      case "output":
        this.#inOrder(async () => {
          const files = await this.#deliverer.files(event.files);
          this.#sender.push({ type: "output", promptId, files });
        });
        break;
      // Hosts get the end after the verdict is set, not before.
      case "ended":
        break;
      default:
        this.#inOrder(() => this.#sender.push({ ...event, promptId }));
    }
  }

  /** Resolves when everything so far was passed on. */
  settled(): Promise<void> {
    return this.#chain;
  }

  #passImage(event: Extract<PromptEvent, { readonly type: "preview" }>): void {
    const { id: promptId, outputs } = this.#run;
    const { node, mime, bytes } = event;
    if (node === undefined || mime !== "image/png" || !outputs.includes(node)) {
      this.#sender.preview({ type: "previewed", promptId, mime, ...(node !== undefined && { node }) }, bytes);
      return;
    }
    this.#inOrder(async () => {
      const digest = await this.#store.put([bytes]);
      this.#sender.push({ type: "image", promptId, node, mime, digest });
    });
  }

  /** Keeps the order behind events that wait for the store. */
  #inOrder(work: () => Promise<void> | void): void {
    const working = this.#waiting === 0 ? work() : this.#chain.then(work);
    if (working === undefined) return;
    this.#waiting++;
    this.#chain = working.catch(() => undefined).finally(() => this.#waiting--);
  }
}
