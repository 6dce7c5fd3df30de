// Channels for prompts that were submitted detached: the client id of such a prompt is the prompt's id.

import type { EventChannel } from "./event-channel.js";

export function createDetachedChannels(create: (promptId: string) => EventChannel) {
  const channels = new Map<string, { readonly channel: EventChannel; users: number }>();
  const closing = new Map<string, Promise<void>>();

  function closeChannel(promptId: string, channel: EventChannel): void {
    channels.delete(promptId);
    const closed = channel
      .close("afterServer")
      .catch(() => undefined)
      .finally(() => closing.delete(promptId));
    closing.set(promptId, closed);
  }

  return {
    /** Adds a user to the channel of a prompt, which is created for the first one. */
    async acquire(promptId: string) {
      // An older socket of this client id that closes late would make the new one deaf.
      while (closing.has(promptId)) await closing.get(promptId);
      const entry = channels.get(promptId) ?? { channel: create(promptId), users: 0 };
      channels.set(promptId, entry);
      entry.users++;
      let isReleased = false;
      return {
        channel: entry.channel,
        /** Closes the channel when its last user has released it. Further calls have no effect. */
        release() {
          if (isReleased) return;
          isReleased = true;
          entry.users--;
          if (entry.users === 0) closeChannel(promptId, entry.channel);
        },
      };
    },
    get: (promptId: string) => channels.get(promptId)?.channel,
    async close() {
      await Promise.all([...channels.values()].map(({ channel }) => channel.close()));
      await Promise.all(closing.values());
    },
  };
}
