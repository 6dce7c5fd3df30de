// Thumbnails of saved images: each thumbnail is made once, by one thread for all requests, and cached.

import { digestOf, keepNewest, raceAbort } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import type { ServedFile } from "@pictor/features/gallery";
import type { ThumbnailResult } from "./make-thumbnail.js";
import type { ThumbnailCache, ThumbnailKey } from "./thumbnail-cache.js";
import type { ThumbnailThreads } from "./thumbnail-threads.js";

/** A thumbnail that could not be made is not tried again while the server runs. */
const maxRemembered = 1_000;
const decodable = new Set(["image/png", "image/jpeg", "image/webp"]);
const retrySeconds = 5;

interface Flight {
  readonly result: Promise<ThumbnailResult>;
  readonly controller: AbortController;
  waiting: number;
}

function keyOf(id: string, { bytes, modifiedMs, mime }: ServedFile, size: number): ThumbnailKey {
  const file = JSON.stringify([bytes, modifiedMs, mime]);
  const version = digestOf(file).slice(0, 24);
  return { id, version, size };
}
const textOf = ({ id, version, size }: ThumbnailKey): string => `${id}.${version}.${size}`;

export class Thumbnails {
  readonly #cache: ThumbnailCache;
  readonly #threads: ThumbnailThreads;
  readonly #flights = new Map<string, Flight>();
  /** The reasons why thumbnails could not be made. */
  readonly #impossible = new Map<string, string>();

  constructor(cache: ThumbnailCache, threads: ThumbnailThreads) {
    this.#cache = cache;
    this.#threads = threads;
  }

  /** The ETag of a thumbnail, which need not be made for it. */
  tagOf(id: string, file: ServedFile, size: number): string {
    return `"${textOf(keyOf(id, file, size))}"`;
  }

  /**
   * The thumbnail as WebP. Throws `API_THUMBNAIL_IMPOSSIBLE` or `API_TOO_MANY`; rejects with the reason of the signal.
   * If all requests for a thumbnail are aborted before a thread has begun it, it is not made.
   */
  async of(id: string, file: ServedFile, size: number, signal: AbortSignal): Promise<Uint8Array> {
    const key = keyOf(id, file, size);
    const refuse = (reason: string) => fault("API_THUMBNAIL_IMPOSSIBLE", { id, reason });
    if (!decodable.has(file.mime)) throw refuse(`files of the type ${file.mime} have none`);
    const reason = this.#impossible.get(textOf(key));
    if (reason !== undefined) throw refuse(reason);
    const made = await this.#join(key, file.path, signal);
    if (made.kind === "impossible") throw refuse(made.reason);
    return made.bytes;
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  async #join(key: ThumbnailKey, path: string, signal: AbortSignal): Promise<ThumbnailResult> {
    const flight = this.#flightOf(key, path);
    flight.waiting += 1;
    try {
      return await raceAbort(signal, flight.result);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0 && signal.aborted) {
        // A later request makes the thumbnail again.
        this.#forget(key, flight);
        flight.controller.abort(signal.reason);
      }
    }
  }

  #flightOf(key: ThumbnailKey, path: string): Flight {
    const known = this.#flights.get(textOf(key));
    if (known !== undefined) return known;
    const controller = new AbortController();
    const result = this.#make(key, path, controller.signal).finally(() => this.#forget(key, flight));
    const flight: Flight = { controller, waiting: 0, result };
    // Prevents an unhandled rejection if all requests have been aborted in the meantime.
    result.catch(() => undefined);
    this.#flights.set(textOf(key), flight);
    return flight;
  }

  #forget(key: ThumbnailKey, flight: Flight): void {
    if (this.#flights.get(textOf(key)) === flight) this.#flights.delete(textOf(key));
  }

  async #make(key: ThumbnailKey, path: string, signal: AbortSignal): Promise<ThumbnailResult> {
    const kept = await this.#cache.read(key);
    if (kept !== undefined) return { kind: "made", bytes: kept };
    const making = this.#threads.make({ path, size: key.size }, signal);
    if (making === undefined)
      throw fault("API_TOO_MANY", { what: "thumbnails are waited for", seconds: retrySeconds });
    const made = await making;
    if (made.kind === "made") await this.#cache.write(key, made.bytes);
    else {
      this.#impossible.set(textOf(key), made.reason);
      keepNewest(this.#impossible, maxRemembered);
    }
    return made;
  }
}
