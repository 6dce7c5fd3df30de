// Refuses a text in place of a path, before a file is looked for that cannot exist.

import { cutText, expandHome, pathProblem } from "@pictor/host/records";
import { UsageError } from "../base/usage-error.js";

const maxShown = 60;

/** The path, with `~/` expanded. Throws a UsageError for a text that is no path; `where` names the option or argument. */
export function requirePath(text: string, where: string): string {
  const problem = pathProblem(text);
  if (problem === undefined) return expandHome(text);
  throw new UsageError(
    "USAGE_VALUE",
    `${where}: expected a path, found ${JSON.stringify(cutText(text, maxShown))}; ${problem}.`,
    "Name a file or folder of this machine.",
  );
}
