// Releasing what a plugin holds: last in, first out, each step within its limit, none stopping the others.

import { fault } from "../errors/catalogue.js";
import { reasonOf, type PictorError } from "../errors/define.js";
import type { Clock } from "../hooks/clock.js";
import type { Awaitable } from "../hooks/types.js";

/** Milliseconds for one release. */
export const releaseLimitMs = 5_000;

export interface Releases {
  add(release: () => Awaitable<void>): void;
  /** Runs all; reports what failed or took too long. */
  run(report: (error: PictorError) => void): Promise<void>;
}

export function createReleases(id: string, clock: Clock): Releases {
  const stack: (() => Awaitable<void>)[] = [];
  const runOne = (release: () => Awaitable<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = clock.after(releaseLimitMs, () => {
        reject(new Error(`it took longer than ${releaseLimitMs} ms`));
      });
      (async () => release())().then(resolve, reject).finally(cancel);
    });
  return {
    add(release) {
      stack.push(release);
    },
    async run(report) {
      for (let release = stack.pop(); release !== undefined; release = stack.pop()) {
        await runOne(release).catch((error: unknown) => {
          report(fault("PLUGIN_DISPOSE_FAILED", { id, reason: reasonOf(error) }, { cause: error }));
        });
      }
    },
  };
}
