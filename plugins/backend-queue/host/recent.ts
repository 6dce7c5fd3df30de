// Readings that every waiting prompt asks for: each of them is made once in five seconds.

import type { Clock } from "@pictor/kernel/plugin";

/** Milliseconds for which a reading is not made again. */
export const recentMs = 5_000;

/** Reads by key, and gives a recent reading again, also while it is under way. A reading that has failed is made again. */
export function createRecent<Key, Value>(
  clock: Clock,
  read: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const known = new Map<Key, { readonly at: number; readonly value: Promise<Value> }>();
  return (key) => {
    const now = clock.now();
    for (const [old, { at }] of known) if (now - at >= recentMs) known.delete(old);
    const last = known.get(key);
    if (last !== undefined) return last.value;
    const value = read(key);
    value.catch(() => {
      if (known.get(key)?.value === value) known.delete(key);
    });
    known.set(key, { at: now, value });
    return value;
  };
}
