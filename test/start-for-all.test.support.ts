// What all tests of a `describe` share.

import { afterAll, beforeAll } from "vitest";

/**
 * Starts something before the first test of the `describe`, and closes it after the last. The members of what is returned
 * are there while the tests run.
 */
export function startForAll<Started extends { close(): Promise<void> }>(
  start: () => Promise<Started>,
): Started {
  const started = {} as Started;
  // As properties, not as values: a server that a test has started again is another one.
  beforeAll(async () => {
    Object.defineProperties(started, Object.getOwnPropertyDescriptors(await start()));
  });
  afterAll(() => started.close());
  return started;
}
