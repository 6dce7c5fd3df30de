// Faults of `/view`: slow, cut short, gone.
import path from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { empty, type Reply } from "../server/reply.js";
import { viewedFile } from "../server/viewed-file.js";
import { wait } from "./clock.js";
import type { FaultOf } from "./fault.js";
import type { Asked, Behaviour } from "./hooks.js";

const isFile = (asked: Asked, { status }: Reply): boolean =>
  asked.path === "/view" && (status === 200 || status === 206);

const bodyOf = ({ body }: Reply): Readable =>
  body instanceof Readable ? body : Readable.from(body === undefined ? [] : [Buffer.from(body)]);

/** A file's place in the three folders, as one text, however its subfolder is written. */
export const fileKey = (area: string, subfolder: string, filename: string): string =>
  JSON.stringify([area, path.posix.join("/", subfolder, filename)]);

const PIECES_PER_SECOND = 20;

export const slowView: Behaviour<FaultOf<"slow-view">> = {
  reply({ bytesPerSecond }, asked, reply, { clock }) {
    if (!isFile(asked, reply)) return undefined;
    const pieceBytes = Math.ceil(bytesPerSecond / PIECES_PER_SECOND);
    async function* paced(): AsyncGenerator<Buffer> {
      for await (const chunk of bodyOf(reply) as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += pieceBytes) {
          const piece = chunk.subarray(at, at + pieceBytes);
          yield piece;
          await wait(clock, (piece.length / bytesPerSecond) * 1000);
        }
      }
    }
    return { ...reply, body: Readable.from(paced()) };
  },
};

export const truncatedView: Behaviour<FaultOf<"truncated-view">> = {
  reply({ bytes }, asked, reply) {
    if (!isFile(asked, reply)) return undefined;
    async function* cut(): AsyncGenerator<Buffer> {
      let left = bytes;
      for await (const chunk of bodyOf(reply) as AsyncIterable<Buffer>) {
        if (left > 0) yield chunk.subarray(0, left);
        left -= chunk.length;
        if (left < 0) break;
      }
      // What was written gets out before the connection ends.
      await setImmediate();
      throw new Error("The connection is cut here");
    }
    return { ...reply, body: Readable.from(cut()) };
  },
};

export const viewGone: Behaviour<FaultOf<"view-gone">> = {
  request(_fault, asked, { cachedFiles }) {
    const viewed = asked.path === "/view" ? viewedFile(asked.query) : 404;
    if (typeof viewed === "number") return undefined;
    const key = fileKey(viewed.area, viewed.subfolder, viewed.filename);
    return cachedFiles.has(key) ? empty(404) : undefined;
  },
};
