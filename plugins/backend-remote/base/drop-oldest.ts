// Bounds the size of a map.

/** Removes the entry that was set first, if the map has more than `maxEntries`. Call it after each entry that is added. */
export function dropOldest<Key>(map: Map<Key, unknown>, maxEntries: number): void {
  for (const key of map.keys()) {
    if (map.size <= maxEntries) return;
    map.delete(key);
  }
}
