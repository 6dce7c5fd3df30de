// The events of an instance: one socket for everything that it submits, and one for each detached prompt with a listener.

import { raceAbort } from "@pictor/kernel/plugin";
import type { Backend, BackendEvent, CallOptions, Logger, PromptState } from "@pictor/kernel/plugin";
import type { ActivePrompts } from "../prompts/active-prompts.js";
import { clientIdOf } from "../prompts/queue-entry.js";
import { findQueueEntry } from "../prompts/fetch-submission.js";
import type { RemoteServer } from "../server/requests.js";
import { createDetachedChannels } from "./detached-channels.js";
import { createEventChannel } from "./event-channel.js";
import { createEventListeners, type Listener } from "./event-listeners.js";

export type EventStream = ReturnType<typeof createEventStream>;

export interface EventStreamOptions {
  readonly server: RemoteServer;
  readonly clientId: string;
  readonly activePrompts: ActivePrompts;
  readonly logger: Logger;
}

export function createEventStream({ logger, ...options }: EventStreamOptions) {
  const { server, clientId, activePrompts } = options;
  const listeners = createEventListeners(logger);
  const main = createEventChannel({
    ...options,
    onEvent: (event) => listeners.notify(event),
    onStateChange: (state) => listeners.connectionChanged(state),
  });
  const detachedChannels = createDetachedChannels((promptId) =>
    createEventChannel({
      ...options,
      clientId: promptId,
      onEvent: (event) => listeners.notifyDetached(promptId, event),
      onStateChange: () => listeners.connectionChanged(main.state),
    }),
  );

  /**
   * Whether a prompt was submitted detached. False for another program's prompt: a second socket with that program's
   * client id would make the program's own socket deaf.
   */
  async function isDetached(promptId: string, call: CallOptions): Promise<boolean> {
    const known = activePrompts.clientIdOf(promptId);
    if (known !== undefined) return known === promptId;
    const found = await findQueueEntry(server, promptId, call);
    if (found?.hasEnded === true) return false;
    if (found === undefined) return true;
    activePrompts.add(promptId, clientIdOf(found.entry));
    return clientIdOf(found.entry) === promptId;
  }

  /** Adds a listener; for a detached prompt, also acquires the prompt's channel. */
  async function addListener(
    onEvent: (event: BackendEvent) => void,
    promptId: string | undefined,
    call: CallOptions,
  ) {
    const acquired =
      promptId !== undefined && (await isDetached(promptId, call))
        ? { promptId, ...(await detachedChannels.acquire(promptId)) }
        : undefined;
    const listener: Listener = { onEvent, ...(acquired && { detached: acquired }) };
    listeners.add(listener);
    return {
      opened: Promise.all([main.whenOpen(), acquired?.channel.whenOpen()]),
      unsubscribe: () => {
        listeners.remove(listener);
        acquired?.release();
      },
    };
  }

  /** Settles when the sockets are open; past events are not replayed. */
  const subscribe: Backend["events"] = async (onEvent, { promptId, ...call } = {}) => {
    call.signal?.throwIfAborted();
    const { opened, unsubscribe } = await addListener(onEvent, promptId, call);
    try {
      await raceAbort(call.signal, opened);
    } catch (error) {
      unsubscribe();
      throw error;
    }
    return unsubscribe;
  };

  return {
    subscribe,
    /** A submission begins. The returned function is called when the server has accepted it. */
    trackSubmission: () => main.trackSubmission(),
    /** The server's record was read: a running prompt without events is a sign that its socket is deaf. */
    noteRecordedState(promptId: string, state: PromptState["state"]) {
      if (state !== "running") return;
      const receiver = activePrompts.clientIdOf(promptId);
      if (receiver === clientId) main.noteRunning();
      else if (receiver === promptId) detachedChannels.get(promptId)?.noteRunning();
    },
    async close() {
      await Promise.all([main.close(), detachedChannels.close()]);
    },
  };
}
