// Mutual exclusion by key, in order of arrival.

/** Runs `work` after all earlier work of the same key has settled. Settles as `work` does. */
export type KeyedLock = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates a lock for this process. Failed work does not affect the work that waits behind it. */
export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(
      () => work(),
      () => work(),
    );
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) tails.delete(key);
    }
  };
}
