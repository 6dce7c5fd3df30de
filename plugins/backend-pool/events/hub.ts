// The listeners of a pool.

import type { BackendEvent } from "@pictor/kernel/plugin";

export interface Hub {
  emit(event: BackendEvent): void;
  listen(listener: (event: BackendEvent) => void): () => void;
  close(): void;
}

export function createHub(): Hub {
  const listeners = new Set<{ readonly hear: (event: BackendEvent) => void }>();
  return {
    emit(event) {
      for (const { hear } of listeners) hear(event);
    },
    listen(hear) {
      const entry = { hear };
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
    close() {
      listeners.clear();
    },
  };
}
