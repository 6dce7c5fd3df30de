// Collects what nothing refers to any more, in a process that was started with `--expose-gc`.

import { setTimeout as wait } from "node:timers/promises";

/** Several times, with a pause before each: what one collection has finalized may release more. */
export async function collectGarbage(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await wait(5);
    globalThis.gc?.();
  }
}
