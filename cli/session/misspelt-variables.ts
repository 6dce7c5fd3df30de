// Warns of an environment variable that was probably meant for Pictor, and that nobody reads.

import { ownVariables } from "@pictor/host/records";
import { nearest } from "@pictor/kernel";
import type { Streams } from "../base/streams.js";
import type { UsageCode } from "../base/usage-error.js";
import { renderWarning } from "../output/error-report.js";
import { createTerminal } from "../output/terminal.js";
import type { GlobalOptions } from "../base/invocation.js";

const code: UsageCode = "USAGE_VARIABLE";
const prefix = "PICTOR_";
const own = ownVariables.map((name) => name.slice(prefix.length));

/** The misspelt variables, each with the one that was probably meant. The user may have others that begin with `PICTOR_`. */
export function misspeltVariables(
  env: Streams["env"],
  platform = process.platform,
): readonly (readonly [given: string, meant: string])[] {
  return Object.keys(env).flatMap((name) => {
    if (!name.toUpperCase().startsWith(prefix) || !env[name]) return [];
    // On Windows, variables are found whatever the case of their letters.
    const read: readonly string[] = ownVariables;
    if (read.includes(platform === "win32" ? name.toUpperCase() : name)) return [];
    const meant = nearest(name.slice(prefix.length), own);
    return meant === undefined ? [] : [[name, prefix + meant] as const];
  });
}

/** Prints one warning for each of them. */
export function warnOfVariables(streams: Streams, globals: GlobalOptions): void {
  const terminal = createTerminal(streams, globals);
  for (const [given, meant] of misspeltVariables(streams.env)) {
    const message = `Pictor does not read the environment variable ${given}.`;
    const hint = `Did you mean ${meant}?`;
    terminal.say(renderWarning({ code, message, hint }, terminal));
  }
}
