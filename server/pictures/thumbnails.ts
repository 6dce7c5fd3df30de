// Thumbnails of saved images: each thumbnail is made once, by one thread for all requests, and cached.

import { createHash } from "node:crypto";
import { keepNewest, raceAbort } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { ServedFile } from "./gallery.js";
import type { ThumbnailResult } from "./make-thumbnail.js";
import type { ThumbnailCache, ThumbnailKey } from "./thumbnail-cache.js";
import type { ThumbnailThreads } from "./thumbnail-threads.js";

export interface Thumbnails {
  /** The ETag of a thumbnail, for which the thumbnail need not be made. */
  tagOf(id: string, file: ServedFile, size: number): string;
  /**
   * The thumbnail as WebP. Throws `API_THUMBNAIL_IMPOSSIBLE` or `API_TOO_MANY`; rejects with the reason of the signal.
   * If all requests for a thumbnail are aborted before a thread has begun it, it is not made.
   */
  of(id: string, file: ServedFile, size: number, signal: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A thumbnail that could not be made is not tried again while the server runs. */
const maxRemembered = 1_000;
const decodable = new Set(["image/png", "image/jpeg", "image/webp"]);
const retrySeconds = 5;

interface Flight {
  readonly result: Promise<ThumbnailResult>;
  readonly controller: AbortController;
  waiting: number;
}

export function createThumbnails(cache: ThumbnailCache, threads: ThumbnailThreads): Thumbnails {
  const flights = new Map<string, Flight>();
  const impossible = new Map<string, string>();

  const keyOf = (id: string, { bytes, modifiedMs, mime }: ServedFile, size: number): ThumbnailKey => {
    const version = createHash("sha256")
      .update(JSON.stringify([bytes, modifiedMs, mime]))
      .digest("hex");
    return { id, version: version.slice(0, 24), size };
  };
  const textOf = ({ id, version, size }: ThumbnailKey): string => `${id}.${version}.${size}`;

  const make = async (key: ThumbnailKey, path: string, signal: AbortSignal): Promise<ThumbnailResult> => {
    const kept = await cache.read(key);
    if (kept !== undefined) return { kind: "made", bytes: kept };
    const making = threads.make({ path, size: key.size }, signal);
    if (making === undefined)
      throw fault("API_TOO_MANY", { what: "thumbnails are waited for", seconds: retrySeconds });
    const made = await making;
    if (made.kind === "made") await cache.write(key, made.bytes);
    else {
      impossible.set(textOf(key), made.reason);
      keepNewest(impossible, maxRemembered);
    }
    return made;
  };
  const flightOf = (key: ThumbnailKey, path: string): Flight => {
    const text = textOf(key);
    const known = flights.get(text);
    if (known !== undefined) return known;
    const controller = new AbortController();
    const flight: Flight = {
      ...{ controller, waiting: 0 },
      result: make(key, path, controller.signal).finally(() => {
        if (flights.get(text) === flight) flights.delete(text);
      }),
    };
    // Prevents an unhandled rejection if all requests have been aborted meanwhile.
    flight.result.catch(() => undefined);
    flights.set(text, flight);
    return flight;
  };
  const join = async (key: ThumbnailKey, path: string, signal: AbortSignal): Promise<ThumbnailResult> => {
    const flight = flightOf(key, path);
    flight.waiting += 1;
    try {
      return await raceAbort(signal, flight.result);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0 && signal.aborted) {
        // A later request makes the thumbnail again.
        if (flights.get(textOf(key)) === flight) flights.delete(textOf(key));
        flight.controller.abort(signal.reason);
      }
    }
  };

  return {
    tagOf: (id, file, size) => `"${textOf(keyOf(id, file, size))}"`,
    async of(id, file, size, signal) {
      const key = keyOf(id, file, size);
      const refuse = (reason: string) => fault("API_THUMBNAIL_IMPOSSIBLE", { id, reason });
      if (!decodable.has(file.mime)) throw refuse(`files of the type ${file.mime} have none`);
      const reason = impossible.get(textOf(key));
      if (reason !== undefined) throw refuse(reason);
      const made = await join(key, file.path, signal);
      if (made.kind === "impossible") throw refuse(made.reason);
      return made.bytes;
    },
    close: () => threads.close(),
  };
}
