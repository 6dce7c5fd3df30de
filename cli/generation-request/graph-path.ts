// Distinguishes the path of a graph file or image from the id of a workflow.

import { existsSync } from "node:fs";
import { pathProblem } from "@pictor/host/records";
import type { CommandHost } from "../session/command-host.js";

/** Ids of workflows have neither dots nor slashes; `-` is standard input. A text that can be no path was meant as a graph. */
export function isGraphPath({ kernel }: Pick<CommandHost, "kernel">, target: string): boolean {
  if (target === "-" || /[./\\]/.test(target) || pathProblem(target) !== undefined) return true;
  return existsSync(target) && !kernel.contributions("workflows").some(({ id }) => id === target);
}
