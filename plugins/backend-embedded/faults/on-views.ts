// Faults of `/view`: slow, cut short, gone.
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { empty, type Reply } from "../server/reply.js";
import { wait } from "./clock.js";
import type { FaultOf } from "./fault.js";
import type { Asked, Behaviour } from "./hooks.js";

const isFile = ({ path }: Asked, { status }: Reply): boolean =>
  path === "/view" && (status === 200 || status === 206);

const bodyOf = ({ body }: Reply): Readable =>
  body instanceof Readable ? body : Readable.from(body === undefined ? [] : [Buffer.from(body)]);

/** A file's place in the three folders, as one text. */
export const fileKey = (type: string, subfolder: string, filename: string): string =>
  JSON.stringify([type, subfolder, filename]);

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
  request(_fault, { path, query }, { cachedFiles }) {
    const [type, subfolder, filename] = ["type", "subfolder", "filename"].map(
      (name) => query.get(name) ?? "",
    );
    const key = fileKey(type || "output", subfolder ?? "", filename ?? "");
    return path === "/view" && cachedFiles.has(key) ? empty(404) : undefined;
  },
};
