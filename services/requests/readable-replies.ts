// Puts the reader of heads between a connection and undici, which reads its connections with `read`.

import type { Socket } from "node:net";
import { readReplyHead } from "./reply-head.js";

/** The code of an error that a reply cannot be read. */
export const unreadableReply = "ERR_REPLY_UNREADABLE";

/** undici writes the head of each request as one text; nothing else that it writes is a text of this form. */
const requestHead = /^[A-Z-]+ \S* HTTP\/1\.1\r\n/i;

/** The reader of one connection: it waits for a head after each request, and passes on everything else as it is. */
class HeadReader {
  #isAwaited = false;
  #held: Buffer | undefined;

  await(): void {
    this.#isAwaited = true;
  }

  /** What undici may read of the bytes that have come; undefined while the head is incomplete. Throws for an unreadable reply. */
  pass(bytes: Buffer): Buffer | undefined {
    if (!this.#isAwaited) return bytes;
    let rest = this.#held === undefined ? bytes : Buffer.concat([this.#held, bytes]);
    for (;;) {
      const found = readReplyHead(rest);
      if (found.kind === "unreadable")
        throw Object.assign(new Error(`the reply ${found.reason}`), { code: unreadableReply });
      if (found.kind === "incomplete") {
        this.#held = rest;
        return undefined;
      }
      if (found.kind === "final") {
        this.#isAwaited = false;
        this.#held = undefined;
        return found.head === undefined ? rest : Buffer.concat([found.head, rest.subarray(found.end)]);
      }
      rest = rest.subarray(found.end);
      this.#held = rest;
      if (rest.length === 0) return undefined;
    }
  }
}

/** Lets undici read every reply of the connection that can be read. An unreadable one ends the connection with an error. */
export function withReadableReplies(socket: Socket): Socket {
  const reader = new HeadReader();
  const [read, write] = [socket.read.bind(socket), socket.write.bind(socket)];
  socket.read = (size?: number): unknown => {
    for (;;) {
      const chunk: unknown = read(size);
      if (!Buffer.isBuffer(chunk)) return chunk;
      try {
        const passed = reader.pass(chunk);
        if (passed !== undefined) return passed;
      } catch (error) {
        socket.destroy(error as Error);
        return null;
      }
    }
  };
  socket.write = ((...args: Parameters<Socket["write"]>): boolean => {
    const [data] = args;
    if (typeof data === "string" && requestHead.test(data)) reader.await();
    return write(...args);
  }) as Socket["write"];
  return socket;
}
