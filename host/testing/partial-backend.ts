// A backend for tests that do not use all of its members.

import type { Backend } from "@pictor/kernel";

/** Adds the members that a test does not use. Calling one of them rejects, or throws for `fetchOutput`. */
export function partialBackend(part: Partial<Backend> | object): Backend {
  const missing = (name: string) => () => Promise.reject(new Error(`this backend has no ${name}`));
  const names = [
    "info",
    "catalog",
    "events",
    "submit",
    "cancel",
    "state",
    "prompts",
    "fetchSubmission",
    "upload",
  ];
  const whole = {
    ...Object.fromEntries(names.map((name) => [name, missing(name)])),
    fetchOutput: () => {
      throw new Error("this backend has no fetchOutput");
    },
    close: () => Promise.resolve(),
    facets: {},
  };
  return Object.defineProperties(whole, Object.getOwnPropertyDescriptors(part)) as unknown as Backend;
}
