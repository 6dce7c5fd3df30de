// Translates the messages of a server about a prompt to events for hosts, in their order.

import type { BackendEvent, NodeId } from "@pictor/kernel/plugin";
import type { ContentStore } from "../../store/store.js";
import type { Deliverer } from "./deliver.js";
import type { EventSender } from "./event-sender.js";

type PromptEvent = Extract<BackendEvent, { readonly promptId: string }>;

export type RunEvents = ReturnType<typeof createRunEvents>;

/** `id` is that of the prompt in the queue. A PNG image from one of the output nodes is its result. */
export function createRunEvents(
  { id, outputs }: { readonly id: string; readonly outputs: readonly NodeId[] },
  sender: EventSender,
  deliverer: Deliverer,
  store: ContentStore,
) {
  let chain: Promise<void> = Promise.resolve();
  let waiting = 0;
  /** Keeps the order behind events that wait for the store. */
  const inOrder = (work: () => Promise<void> | void): void => {
    if (waiting === 0) {
      const working = work();
      if (working === undefined) return;
      waiting++;
      chain = working.catch(() => undefined).finally(() => waiting--);
      return;
    }
    waiting++;
    chain = chain
      .then(work)
      .catch(() => undefined)
      .finally(() => waiting--);
  };
  const passImage = (event: Extract<PromptEvent, { readonly type: "preview" }>): void => {
    const { node, mime, bytes } = event;
    if (node === undefined || mime !== "image/png" || !outputs.includes(node)) {
      sender.preview({ type: "previewed", promptId: id, mime, ...(node !== undefined && { node }) }, bytes);
      return;
    }
    inOrder(async () => {
      sender.push({ type: "image", promptId: id, node, mime, digest: await store.put([bytes]) });
    });
  };
  return {
    pass(event: PromptEvent): void {
      switch (event.type) {
        case "preview":
          passImage(event);
          break;
        case "output":
          inOrder(async () => {
            sender.push({ type: "output", promptId: id, files: await deliverer.files(event.files) });
          });
          break;
        // Hosts get the end after the verdict is set, not before.
        case "ended":
          break;
        default:
          inOrder(() => sender.push({ ...event, promptId: id }));
      }
    },
    /** Resolves when everything so far was passed on. */
    settled: (): Promise<void> => chain,
  };
}
