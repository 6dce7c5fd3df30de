// Faults of `/view`: slow, truncated and missing files.
import path from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { pause } from "@pictor/kernel/plugin";
import { empty, isWhole, namedFileIn, type Reply } from "@pictor/comfyui-protocol";
import type { FaultBehaviors, RoutedRequest } from "./behavior.js";

const sendsFile = (request: RoutedRequest, { status }: Reply): boolean =>
  request.path === "/view" && (status === 200 || status === 206);

const streamOf = ({ body }: Reply): Readable => {
  if (body instanceof Readable) return body;
  return Readable.from(body === undefined ? [] : isWhole(body) ? [Buffer.from(body)] : body);
};

/** Identifies a file in the data folders by a string that does not depend on the spelling of its subfolder. */
export const fileKey = (area: string, subfolder: string, filename: string): string =>
  JSON.stringify([area, path.posix.join("/", subfolder, filename)]);

const PIECES_PER_SECOND = 20;

export const viewFaults = {
  "slow-view": {
    reply({ bytesPerSecond }, request, reply, { clock }) {
      if (!sendsFile(request, reply)) return undefined;
      const pieceBytes = Math.ceil(bytesPerSecond / PIECES_PER_SECOND);
      async function* throttled(): AsyncGenerator<Buffer> {
        for await (const chunk of streamOf(reply) as AsyncIterable<Buffer>) {
          for (let start = 0; start < chunk.length; start += pieceBytes) {
            const piece = chunk.subarray(start, start + pieceBytes);
            yield piece;
            await pause(clock, (piece.length / bytesPerSecond) * 1000);
          }
        }
      }
      return { ...reply, body: Readable.from(throttled()) };
    },
  },
  "truncated-view": {
    reply({ bytes }, request, reply) {
      if (!sendsFile(request, reply)) return undefined;
      async function* truncated(): AsyncGenerator<Buffer> {
        let bytesLeft = bytes;
        for await (const chunk of streamOf(reply) as AsyncIterable<Buffer>) {
          if (bytesLeft > 0) yield chunk.subarray(0, bytesLeft);
          bytesLeft -= chunk.length;
          if (bytesLeft < 0) break;
        }
        // The bytes that were written before must be flushed before the error resets the connection.
        await setImmediate();
        throw new Error("The truncated-view fault ends the connection here");
      }
      return { ...reply, body: Readable.from(truncated()) };
    },
  },
  "view-gone": {
    request(_fault, request, { cachedFiles }) {
      const file = request.path === "/view" ? namedFileIn(request.query) : 404;
      if (typeof file === "number") return undefined;
      return cachedFiles.has(fileKey(file.type, file.subfolder, file.filename)) ? empty(404) : undefined;
    },
  },
} satisfies Partial<FaultBehaviors>;
