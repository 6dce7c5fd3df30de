// Second sockets, for prompts that were submitted detached: their client id is the prompt's id.

import type { Channel } from "./channel.js";

export interface BesideSockets {
  /** The socket for a prompt: the one that is there, or a new one. */
  take(promptId: string): Promise<Channel>;
  /** The last one who gives it back closes it. */
  giveBack(promptId: string): void;
  of(promptId: string): Channel | undefined;
  close(): Promise<void>;
}

export function besideSockets(create: (promptId: string) => Channel): BesideSockets {
  const sockets = new Map<string, { readonly channel: Channel; readonly users: number }>();
  const ending = new Map<string, Promise<void>>();
  return {
    async take(promptId) {
      // The late end of an older socket of this client id would make the new one deaf.
      while (ending.has(promptId)) await ending.get(promptId);
      const { channel, users } = sockets.get(promptId) ?? { channel: create(promptId), users: 0 };
      sockets.set(promptId, { channel, users: users + 1 });
      return channel;
    },
    giveBack(promptId) {
      const socket = sockets.get(promptId);
      if (socket === undefined) return;
      if (socket.users > 1) {
        sockets.set(promptId, { ...socket, users: socket.users - 1 });
        return;
      }
      sockets.delete(promptId);
      const end = socket.channel
        .close("politely")
        .catch(() => undefined)
        .finally(() => ending.delete(promptId));
      ending.set(promptId, end);
    },
    of: (promptId) => sockets.get(promptId)?.channel,
    async close() {
      await Promise.all([...sockets.values()].map(({ channel }) => channel.close()));
      await Promise.all(ending.values());
    },
  };
}
