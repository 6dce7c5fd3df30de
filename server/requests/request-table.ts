// The requests of all clients by their ids: running requests, and the bodies of replies, which are kept for minutes.

import type { Clock } from "@pictor/kernel";
import { thingUnknown, type Caller } from "@pictor/features/base";
import { fault } from "../contract/faults.js";

type Entry =
  | { readonly state: "running"; readonly controller: AbortController }
  | { readonly state: "ended"; readonly bytes: Uint8Array; readonly stopTimer: () => void };

/** A running request. */
export interface RunningRequest {
  /** Aborted when the caller ends the request, and when the server ends. */
  readonly signal: AbortSignal;
  /** Keeps the body of its reply. */
  keep(bytes: Uint8Array): void;
  /** Aborts the request and forgets it, unless the body of its reply is kept. */
  leave(): void;
}

/** Size limit of all bodies together, in bytes; the oldest are deleted first. */
const maxKeptBytes = 100_000_000;
export const keptMs = 300_000;
/**
 * Number of requests that may run at the same time. A token has a lower limit, because a reply runs for as long as its
 * client reads it.
 */
const maxRunning = 64;
const maxRunningOfToken = 32;

/** The keys contain the token and the id, so that no token reaches the requests of another token. */
const keyOf = (id: string, { tokenId }: Caller): string => `${tokenId}/${id}`;

export class RequestTable {
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws `API_STATE_CONFLICT` if the caller has a request with the id, and `API_TOO_MANY`. */
  start(id: string, caller: Caller): RunningRequest {
    const key = keyOf(id, caller);
    if (this.#entries.has(key))
      throw fault("API_STATE_CONFLICT", { what: `There is already a request ${id}` });
    const running = [...this.#entries].flatMap(([one, { state }]) => (state === "running" ? [one] : []));
    const own = running.filter((one) => one.startsWith(keyOf("", caller)));
    if (running.length >= maxRunning || own.length >= maxRunningOfToken)
      throw fault("API_TOO_MANY", { what: "running requests", seconds: 10 });
    const controller = new AbortController();
    this.#entries.set(key, { state: "running", controller });
    return {
      signal: controller.signal,
      keep: (bytes) => this.#keep(key, bytes),
      leave: () => {
        if (this.#entries.get(key)?.state !== "running") return;
        controller.abort();
        this.#forget(key);
      },
    };
  }

  /** Returns the body of a reply. Throws `API_THING_UNKNOWN`. */
  body(id: string, caller: Caller): Uint8Array {
    const entry = this.#entryOf(id, caller);
    if (entry.state === "ended") return entry.bytes;
    throw fault("API_STATE_CONFLICT", { what: `The request ${id} has no reply yet` });
  }

  /** Aborts a running request, or deletes the body of its reply. Throws `API_THING_UNKNOWN`. */
  remove(id: string, caller: Caller): void {
    this.#end(keyOf(id, caller), this.#entryOf(id, caller));
  }

  /** Aborts all requests, and deletes all bodies. */
  close(): void {
    for (const [key, entry] of this.#entries) this.#end(key, entry);
  }

  #entryOf(id: string, caller: Caller): Entry {
    const found = this.#entries.get(keyOf(id, caller));
    if (found === undefined) throw thingUnknown("request", id, "/v1/requests/ID");
    return found;
  }

  #end(key: string, entry: Entry): void {
    if (entry.state === "running") entry.controller.abort();
    else this.#forget(key);
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry?.state === "ended") entry.stopTimer();
    this.#entries.delete(key);
  }

  #keep(key: string, bytes: Uint8Array): void {
    const stopTimer = this.#clock.after(keptMs, () => this.#forget(key));
    this.#entries.delete(key);
    this.#entries.set(key, { state: "ended", bytes, stopTimer });
    let total = 0;
    for (const [other, entry] of [...this.#entries].reverse()) {
      if (entry.state === "running") continue;
      total += entry.bytes.length;
      if (total > maxKeptBytes) this.#forget(other);
    }
  }
}
