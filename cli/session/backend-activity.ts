// Shows the log lines of a backend's plugin, such as a server start, while a command waits for the backend.

import type { Pictor } from "@pictor/host";
import type { LogLine } from "@pictor/kernel";
import type { Terminal } from "../output/terminal.js";
import { oneLine } from "../text/plain-text.js";

/** The configured backend instances. */
export interface Instances {
  readonly names: readonly string[];
  isStarted(name: string): Promise<boolean>;
}

/**
 * True if the server of an instance is starting, or was started after `sinceMs` (milliseconds since 1970). False for a
 * server that ran before: when a command connects to such a server, old lines of the log are reported again.
 */
export async function isStarted(
  kernel: Pick<Pictor, "openBackend">,
  name: string,
  sinceMs: number,
): Promise<boolean> {
  const { backend } = await kernel.openBackend(name);
  const found = await backend.facets.lifecycle?.state();
  if (found?.state !== "starting" && found?.state !== "running") return false;
  return found.since === undefined ? found.state === "starting" : found.since >= sinceMs;
}

/**
 * Shows an info line of a backend plugin (its id begins with `backend-`). A line that begins with an instance's name
 * replaces the previous one of that instance; any other line is printed.
 */
export function showActivity(
  { level, plugin, message }: LogLine,
  { activity, note }: Pick<Terminal, "activity" | "note">,
  { names, isStarted: isStarting }: Instances,
): void {
  if (level !== "info" || plugin?.startsWith("backend-") !== true) return;
  const instance = names.find((name) => message.startsWith(`${name}: `));
  if (instance !== undefined)
    activity.report(instance, message.slice(instance.length + 2), () => isStarting(instance));
  else if (!activity.isSilenced()) note(oneLine(message));
}
