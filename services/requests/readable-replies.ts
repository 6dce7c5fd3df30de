// Puts the reader of heads between a connection and undici, which reads its connections with `read`.

import type { Socket } from "node:net";
import { maxHeadBytes, readReplyHead } from "./reply-head.js";

/** The code of an error that a reply cannot be read. */
export const unreadableReply = "ERR_REPLY_UNREADABLE";

/** undici writes the head of each request as one text; nothing else that it writes is a text of this form. */
const requestHead = /^[A-Z-]+ \S* HTTP\/1\.1\r\n/i;

/** The reader of one connection: it waits for a head after each request, and passes on everything else as it is. */
class HeadReader {
  #isAwaited = false;
  /** The head so far, in the parts in which it came. */
  #parts: Buffer[] = [];
  #size = 0;

  await(): void {
    this.#isAwaited = true;
  }

  /** What undici may read of the bytes that have come; undefined while the head is incomplete. Throws for an unreadable reply. */
  pass(bytes: Buffer): Buffer | undefined {
    if (!this.#isAwaited) return bytes;
    const isFirst = this.#parts.length === 0;
    if (!isFirst && !this.#canEndIn(bytes)) {
      this.#hold(bytes);
      return undefined;
    }
    let rest = isFirst ? bytes : Buffer.concat([...this.#parts, bytes]);
    this.#parts = [];
    this.#size = 0;
    while (rest.length > 0) {
      const found = readReplyHead(rest);
      if (found.kind === "unreadable")
        throw Object.assign(new Error(`the reply ${found.reason}`), { code: unreadableReply });
      if (found.kind === "final") {
        this.#isAwaited = false;
        return found.head === undefined ? rest : Buffer.concat([found.head, rest.subarray(found.end)]);
      }
      if (found.kind === "incomplete") {
        this.#hold(rest);
        break;
      }
      rest = rest.subarray(found.end);
    }
    return undefined;
  }

  #hold(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#size += bytes.length;
  }

  /** A head in many parts is read again only when it can be complete, so that the work does not grow with their number. */
  #canEndIn(bytes: Buffer): boolean {
    // The first bytes tell whether it is HTTP at all.
    if (this.#size < 16 || this.#size + bytes.length >= maxHeadBytes) return true;
    const before = Buffer.concat(this.#parts.slice(-2)).subarray(-2);
    return /\n\r?\n/.test(before.toString("latin1") + bytes.toString("latin1"));
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
