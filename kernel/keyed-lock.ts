// Work that must not overlap: one at a time for each key, in order of arrival.

export type KeyedLock = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Settles as the work does; what waits behind it goes on in every case. */
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
