// Admits the connections that stay open: sockets and streams of events. Each is counted for its token at once; if the count
// were only checked before an await, concurrent callers would all be admitted.

import { fault } from "../contract/faults.js";

/**
 * `events`: the events of this server, as a WebSocket or as server-sent events. `apis`: the sockets and streams of the APIs of
 * plugins.
 */
export type AdmissionKind = "events" | "apis";

const limits: Readonly<Record<AdmissionKind, number>> = { events: 20, apis: 200 };

export class Admission {
  readonly #open = new Map<string, number>();

  /**
   * Counts one more connection of a token, and returns the function that ends it; further calls of the function have no effect.
   * Throws `API_TOO_MANY`.
   */
  admit(kind: AdmissionKind, tokenId: string): () => void {
    const key = `${kind} ${tokenId}`;
    const open = this.#open.get(key) ?? 0;
    if (open >= limits[kind])
      throw fault("API_TOO_MANY", { what: "open sockets and streams of this token", seconds: 60 });
    this.#open.set(key, open + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left === 0) this.#open.delete(key);
      else this.#open.set(key, left);
    };
  }
}
