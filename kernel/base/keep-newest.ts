// Limits the size of a cache.

/** Deletes the oldest entries of a map or set, by their order of insertion, until at most `max` remain. */
export function keepNewest(entries: Map<unknown, unknown> | Set<unknown>, max: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(key);
  }
}
