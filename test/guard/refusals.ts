// What the guard of the hermetic tests has refused, so that the test that asked fails although its subject may have
// handled the error.

import { expect } from "vitest";

const refused: string[] = [];

/** Records what a test may not do, and returns the error for the code that tried. */
export function refuse(what: string): Error {
  const { currentTestName = "code outside of a test" } = expect.getState();
  const message = `A hermetic test may not ${what} (${currentTestName}).`;
  refused.push(message);
  return Object.assign(new Error(message), { code: "ERR_HERMETIC" });
}

/** Returns the messages since the last call. */
export const takeRefusals = (): readonly string[] => refused.splice(0);
