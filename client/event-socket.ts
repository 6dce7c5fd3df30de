// Reads events from a WebSocket: text frames are events, binary frames are previews with their bytes.

import { ApiError } from "./api-error.js";
import type { LivePreview } from "./live-state.js";
import type { StreamedEvent } from "./live.js";

/**
 * The members of a WebSocket that the client uses. Those of browsers, of Node from version 22, and of the package ws
 * have them.
 */
export interface SocketLike {
  binaryType: string;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number }) => void): void;
  addEventListener(type: "error", listener: () => void): void;
  close(): void;
}
export type SocketConstructor = new (url: string, protocols: string[]) => SocketLike;

/** The server closes a socket with this code when its token is revoked. */
const closedRevoked = 4401;

const revoked = (): ApiError => {
  const title = "The token was revoked";
  return new ApiError({
    type: "about:blank",
    title,
    status: 401,
    detail: `${title}.`,
    code: "API_CREDENTIAL_REFUSED",
    class: "denied",
  });
};

/**
 * Parses a binary frame: four bytes with the length of the head (big-endian), the head as JSON, the bytes of the image.
 */
function previewOf(frame: ArrayBuffer): StreamedEvent {
  const length = new DataView(frame).getUint32(0);
  const head = new TextDecoder().decode(new Uint8Array(frame, 4, length));
  return { ...(JSON.parse(head) as LivePreview), data: new Uint8Array(frame, 4 + length) };
}

/**
 * Yields the events until the socket is closed or the signal is aborted. `heard` is called for each frame. Throws
 * `ApiError` when the token was revoked.
 */
export async function* readSocket(
  socket: SocketLike,
  signal: AbortSignal,
  heard: () => void,
): AsyncGenerator<StreamedEvent> {
  const queue: StreamedEvent[] = [];
  let closedWith: number | undefined;
  let wake = (): void => undefined;
  const end = (code: number): void => {
    closedWith ??= code;
    wake();
  };
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => {
    heard();
    queue.push(
      typeof data === "string" ? (JSON.parse(data) as StreamedEvent) : previewOf(data as ArrayBuffer),
    );
    wake();
  });
  socket.addEventListener("close", ({ code }) => end(code));
  // In browsers too, the event `close` follows an error; its code gives no further detail.
  socket.addEventListener("error", () => end(1006));
  const abort = (): void => {
    end(1000);
  };
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    for (;;) {
      for (let event = queue.shift(); event !== undefined; event = queue.shift()) yield event;
      if (closedWith === closedRevoked) throw revoked();
      if (closedWith !== undefined) return;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal.removeEventListener("abort", abort);
    socket.close();
  }
}
