// Warnings about plugins that cannot be used.

import { renderWarning } from "../output/error-report.js";
import type { CommandHost } from "./command-host.js";

/** Prints one warning for each problem; the command continues with the usable plugins. */
export function warnOfPluginProblems({ kernel, terminal }: Pick<CommandHost, "kernel" | "terminal">): void {
  for (const { code, what, hint } of kernel.problems())
    terminal.say(renderWarning({ code, message: what, hint }, terminal));
}
