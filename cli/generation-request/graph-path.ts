// Distinguishes the path of a graph file or image from the id of a workflow.

import { existsSync } from "node:fs";
import type { CommandHost } from "../session/command-host.js";

/** Ids of workflows have neither dots nor slashes; `-` is standard input. */
export function isGraphPath({ kernel }: Pick<CommandHost, "kernel">, target: string): boolean {
  if (target === "-" || /[./\\]/.test(target)) return true;
  return existsSync(target) && !kernel.contributions("workflows").some(({ id }) => id === target);
}
