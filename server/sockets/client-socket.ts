// The server's end of a WebSocket whose client uses the API of a plugin: frames in both directions with backpressure.

import type { WebSocket } from "ws";
import { cutText, type ClientSocket, type SocketAcceptance } from "@pictor/kernel";
import { sendFrame, takeFrames } from "@pictor/services";

/** The codes that a close frame may have (RFC 6455 section 7.4). */
const isSendable = (code: number): boolean =>
  (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006) ||
  (code >= 3000 && code <= 4999);

/** The largest number of bytes of the reason in a close frame. */
const maxReasonBytes = 123;

const shortened = (reason: string): string => {
  let short = reason;
  while (Buffer.byteLength(short) > maxReasonBytes) short = cutText(short, short.length - 1);
  return short;
};

const noStatus = 1005;

const clientSocketOf = (socket: WebSocket): ClientSocket => ({
  send: (data) => sendFrame(socket, data),
  close(code = noStatus, reason = "") {
    if (code === noStatus) socket.close();
    else if (isSendable(code)) socket.close(code, shortened(reason));
    else socket.terminate();
  },
});

/** Connects an open socket with the handlers of the API. If a handler throws, the socket is closed with 1011. */
export function serveClientSocket(
  socket: WebSocket,
  { open }: SocketAcceptance,
  report: (error: unknown) => void,
): void {
  // Without a listener, an error of a socket would end the process. The event `close` follows the error.
  socket.on("error", () => undefined);
  const fail = (error: unknown): void => {
    report(error);
    socket.close(1011, "the API failed");
  };
  const guarded = <Value>(call: () => Value): Value | undefined => {
    try {
      return call();
    } catch (error) {
      fail(error);
      return undefined;
    }
  };
  const handlers = guarded(() => open(clientSocketOf(socket)));
  if (handlers === undefined) return;
  takeFrames(socket, (frame) => handlers.message(frame), fail);
  socket.on("close", (code, reason) => {
    guarded(() => handlers.close(code, reason.toString()));
  });
}
