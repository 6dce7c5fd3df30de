// Finds out how many prompts the members run at once by now.

import type { Core } from "../core/core.js";
import { capacityMs } from "../members/capacity.js";
import type { Member } from "../members/member.js";

/** Resolves to whether a number has changed. Never rejects. */
export async function refreshCapacities(members: Iterable<Member>): Promise<boolean> {
  const usable = [...members].filter((member) => member.isUsable());
  const changes = await Promise.all(usable.map((member) => member.refreshCapacity()));
  return changes.includes(true);
}

/**
 * Returns a function that looks for a change now, and later unless it is called again. Workers of a queue that come are
 * thus noticed while prompts wait for them, although nothing else happens.
 */
export function createCapacityWatch(
  { clock, signal, table }: Core,
  onChange: () => void,
): (usable: readonly Member[]) => void {
  let stop = (): void => undefined;
  signal.addEventListener("abort", () => stop());
  return (usable) => {
    const old = usable.filter((member) => member.isCapacityOld());
    if (old.length === 0 || table.waiting().length === 0) return;
    stop();
    stop = clock.after(capacityMs, onChange);
    void refreshCapacities(old).then((hasChanged) => {
      if (hasChanged) onChange();
    });
  };
}
