// How a command has ended, for tests.

import { expect } from "vitest";

/** Matches a run of a command with this exit code, whose stderr contains the text. */
export const ending = (code: number, text: string) => ({
  code,
  err: expect.stringContaining(text) as string,
});
