// Work that must not overlap: one at a time for each key, in order of arrival.

/** Runs `work` when all that came before it under the same key has settled; settles as it does. */
export type KeyedLock = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A lock for this process. What waits behind work that fails goes on. */
export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) tails.delete(key);
    }
  };
}
