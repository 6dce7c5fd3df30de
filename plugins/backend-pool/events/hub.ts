// The listeners of a pool.

import type { BackendEvent } from "@pictor/kernel/plugin";

export class Hub {
  readonly #listeners = new Set<{ readonly hear: (event: BackendEvent) => void }>();

  emit(event: BackendEvent): void {
    for (const { hear } of this.#listeners) hear(event);
  }

  /** Returns the function that ends it. */
  listen(hear: (event: BackendEvent) => void): () => void {
    const entry = { hear };
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  close(): void {
    this.#listeners.clear();
  }
}
