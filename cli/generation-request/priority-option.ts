// The option `--priority`.

import { priorities, type Priority } from "@pictor/kernel";
import { wrongValue } from "../base/usage-error.js";

/** Throws a UsageError for anything but one of the priorities. */
export function parsePriority(text: string | undefined): Priority | undefined {
  if (text === undefined) return undefined;
  const found = priorities.find((priority) => priority === text);
  if (found !== undefined) return found;
  throw wrongValue("--priority", priorities.join(", "), text, "Prompts of a higher priority run first.");
}
