// Sends bytes that no HTTP client would send.

import { connect, type Socket } from "node:net";
import type { TestServer } from "./start-server.js";

/** The headers of a request that passes all checks. */
export const headOf = ({ port, server }: TestServer): string =>
  `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${server.token}\r\n`;

/** Sends a text as it is, and resolves to what comes back until the connection is closed. */
export function sendBytes(port: number, text: string, after?: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    let reply = "";
    // The client never ends the connection itself.
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      socket.write(text);
      after?.(socket);
    });
    socket.on("data", (chunk: Buffer) => (reply += chunk.toString()));
    socket.on("error", () => undefined);
    const end = (): void => {
      socket.destroy();
      resolve(reply);
    };
    socket.on("end", end).on("close", end);
  });
}
