// Ends the asynchronous storages that a file of tests has entered, in each worker: on Node 20 and 22, one that was
// entered makes every promise of the process several times slower from then on, and so of all later files of the
// worker.

import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll } from "vitest";

const name = Symbol.for("pictor.entered-storages");
const shared = globalThis as { [name]?: Set<AsyncLocalStorage<unknown>> };
// A worker runs this file before each file of tests.
const entered = shared[name] ?? watch();
shared[name] = entered;

function watch(): Set<AsyncLocalStorage<unknown>> {
  const found = new Set<AsyncLocalStorage<unknown>>();
  const methods = AsyncLocalStorage.prototype as unknown as Record<string, (...words: unknown[]) => unknown>;
  for (const method of ["run", "enterWith"]) {
    const original = methods[method];
    if (original === undefined) continue;
    methods[method] = function (this: AsyncLocalStorage<unknown>, ...words) {
      found.add(this);
      return Reflect.apply(original, this, words);
    };
  }
  return found;
}

// A storage that is entered again is enabled again.
afterAll(() => {
  for (const storage of entered) storage.disable();
  entered.clear();
});
