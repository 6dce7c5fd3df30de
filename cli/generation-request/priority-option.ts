// The option `--priority`.

import { priorities, type Priority } from "@pictor/kernel";
import { UsageError } from "../base/usage-error.js";

/** Throws a UsageError for anything but one of the priorities. */
export function parsePriority(text: string | undefined): Priority | undefined {
  if (text === undefined) return undefined;
  const found = priorities.find((priority) => priority === text);
  if (found !== undefined) return found;
  const what = `--priority: expected ${priorities.join(", ")}, found "${text}".`;
  throw new UsageError("USAGE_VALUE", what, "Prompts of a higher priority run first.");
}
