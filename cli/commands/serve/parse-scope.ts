// Parses the option `--scope`.

import { scopes, type Scope } from "@pictor/server";
import { wrongValue } from "../../base/usage-error.js";

/** Throws a UsageError. */
export function parseScope(text: string): Scope {
  const scope = scopes.find((one) => one === text);
  if (scope !== undefined) return scope;
  throw wrongValue("--scope", `one of ${scopes.join(", ")}`, text, "Repeat --scope for several.");
}
