// One step of the path of a new user.

import type { NewUser } from "./new-user.js";

export interface Step {
  readonly name: string;
  /** Settles with what was seen. Rejects if the step fails. */
  run(user: NewUser): Promise<string>;
}

export interface StepResult {
  readonly name: string;
  /** Why the step failed; absent if it did not. */
  readonly failure?: string;
}

export function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
