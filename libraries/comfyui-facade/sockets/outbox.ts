// The frames that wait for one socket: sent in order, and not faster than the client reads. Of the previews of a prompt that
// wait, only the newest is kept.

/** A frame; a waiting one is replaced by a later one of the same `topic`. */
export interface QueuedFrame {
  readonly data: string | Uint8Array;
  readonly topic?: string | undefined;
}

export interface Outbox {
  push(frame: QueuedFrame): void;
  close(): void;
}

/** A client that leaves more than this unread loses its connection, because it has stopped reading. */
const maxBytes = 64 * 1024 * 1024;

/** `send` passes a frame on; `overflow` is called once, when too much is unread. */
export function createOutbox(
  send: (data: string | Uint8Array) => void | Promise<void>,
  overflow: () => void,
): Outbox {
  let waiting: QueuedFrame[] = [];
  let bytes = 0;
  let isSending = false;
  let isClosed = false;

  async function sendAll(): Promise<void> {
    isSending = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      bytes -= next.data.length;
      // A handler that fails does not end the socket.
      try {
        await send(next.data);
      } catch {
        continue;
      }
    }
    isSending = false;
  }

  return {
    push(frame) {
      if (isClosed) return;
      const at = frame.topic === undefined ? -1 : waiting.findIndex(({ topic }) => topic === frame.topic);
      const [replaced] = at < 0 ? [] : waiting.splice(at, 1);
      bytes += frame.data.length - (replaced?.data.length ?? 0);
      waiting.push(frame);
      if (bytes > maxBytes) {
        this.close();
        overflow();
      } else if (!isSending) void sendAll();
    },
    close() {
      isClosed = true;
      waiting = [];
      bytes = 0;
    },
  };
}
