// Bounds what the server remembers.

/** Deletes the entries that were added first, until the map has at most `most` entries. */
export function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
