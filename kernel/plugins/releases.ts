// The callbacks that release what a plugin holds. They run in reverse order; one that fails or hangs does not stop the others.

import { fault } from "../base/errors/error-catalog.js";
import { reasonOf, type PictorError } from "../base/errors/pictor-error.js";
import type { Clock } from "../base/clock.js";
import { withTimeout } from "../base/waiting.js";
import type { Awaitable } from "../contract/values.js";

/** Time limit of each callback, in milliseconds. */
const releaseTimeoutMs = 5_000;

export function createReleases(id: string, clock: Clock) {
  const stack: (() => Awaitable<void>)[] = [];
  let isOver = false;
  const runOne = (release: () => Awaitable<void>): Promise<void> =>
    withTimeout(clock, releaseTimeoutMs, (async () => release())(), () => {
      throw new Error(`it took longer than ${releaseTimeoutMs} ms`);
    });
  return {
    add(release: () => Awaitable<void>): void {
      // A callback that is added after `run` is called at once, because nothing else would call it.
      if (isOver) void runOne(release).catch(() => undefined);
      else stack.push(release);
    },
    /** Runs all callbacks, and reports those that fail or take too long. */
    async run(report: (error: PictorError) => void): Promise<void> {
      isOver = true;
      for (let release = stack.pop(); release !== undefined; release = stack.pop()) {
        await runOne(release).catch((error: unknown) =>
          report(fault("PLUGIN_DISPOSE_FAILED", { id, reason: reasonOf(error) }, { cause: error })),
        );
      }
    },
  };
}

export type Releases = ReturnType<typeof createReleases>;
