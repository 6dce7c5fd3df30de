// The frames of a WebSocket, in both directions no faster than they are taken.

type RawData = Buffer | ArrayBuffer | Buffer[];

/** What is used of the sockets of the package ws, whose types the package @types/ws has. */
interface FrameSocket {
  send(frame: string | Uint8Array, sent: (error?: Error) => void): void;
  pause(): void;
  resume(): void;
  on(event: "message", listener: (data: RawData, isBinary: boolean) => void): unknown;
}

const frameOf = (data: RawData, isBinary: boolean): string | Uint8Array => {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
  return isBinary ? bytes : bytes.toString();
};

/** Resolves when a frame was sent, and also when the socket is closed, whose event `close` tells that. */
export const sendFrame = (socket: FrameSocket, frame: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    socket.send(frame, () => resolve());
  });

/**
 * Passes each frame to `take`. The socket is paused while promises that `take` has returned are pending. `failed` is
 * called with what `take` throws or rejects with.
 */
export function takeFrames(
  socket: FrameSocket,
  take: (frame: string | Uint8Array) => unknown,
  failed: (error: unknown) => void,
): void {
  let unsettled = 0;
  const settle = (): void => {
    if (--unsettled === 0) socket.resume();
  };
  const passOn = async (taken: Promise<unknown>): Promise<void> => {
    if (++unsettled === 1) socket.pause();
    await taken.finally(settle);
  };
  socket.on("message", (data, isBinary) => {
    try {
      const taken = take(frameOf(data, isBinary));
      if (taken instanceof Promise) passOn(taken).catch(failed);
    } catch (error) {
      failed(error);
    }
  });
}
