// The listeners of a pool.

import type { BackendEvent } from "@pictor/kernel/plugin";

export type Hub = ReturnType<typeof createHub>;

export function createHub() {
  const listeners = new Set<{ readonly hear: (event: BackendEvent) => void }>();
  return {
    emit(event: BackendEvent): void {
      for (const { hear } of listeners) hear(event);
    },
    listen(hear: (event: BackendEvent) => void): () => void {
      const entry = { hear };
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
    close(): void {
      listeners.clear();
    },
  };
}
