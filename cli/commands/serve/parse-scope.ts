// Parses the option `--scope`.

import { scopes, type Scope } from "@pictor/server";
import { UsageError } from "../../base/usage-error.js";

/** Throws a UsageError. */
export function parseScope(text: string): Scope {
  const scope = scopes.find((one) => one === text);
  if (scope !== undefined) return scope;
  throw new UsageError(
    "USAGE_VALUE",
    `--scope: expected one of ${scopes.join(", ")}, found "${text}".`,
    "Repeat --scope for several.",
  );
}
