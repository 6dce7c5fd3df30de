// Work under the lock of a key that is repeated if this process stood still and lost the lock.

import type { KeyLock, Secrets } from "@pictor/kernel/plugin";

/**
 * Runs the work under the lock of the key, and again if another process took the lock over before its end. Settles as
 * the work does.
 */
export async function untilHeld<T>(
  secrets: Pick<Secrets, "exclusively">,
  key: string,
  work: (lock: KeyLock) => Promise<T>,
): Promise<T> {
  for (;;) {
    let held: KeyLock | undefined;
    const locked = (lock: KeyLock): Promise<T> => {
      held = lock;
      return work(lock);
    };
    try {
      return await secrets.exclusively(key, locked);
    } catch (error) {
      if (held?.signal.aborted !== true) throw error;
    }
  }
}
