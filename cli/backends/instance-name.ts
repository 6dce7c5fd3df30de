// Names of backend instances.

import { UsageError } from "../base/usage-error.js";

/** True for a name that needs no quotes on a command line and can be the name of a folder. */
export const isInstanceName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u.test(name);

/** Throws a UsageError if the name cannot be that of an instance. */
export function requireInstanceName(name: string): void {
  if (isInstanceName(name)) return;
  const hint = "Start with a letter or digit, followed by letters, digits and _ . - (at most 64 characters).";
  throw new UsageError("USAGE_ARGUMENT", `"${name}" cannot be the name of a backend.`, hint);
}
