// What the plugin of a backend says while a command waits for it, such as that its server starts.

import type { Pictor, LogLine } from "@pictor/host";
import { oneLine } from "./output/plain-text.js";
import type { Terminal } from "./output/terminal.js";

/** The instances of a configuration. */
export interface Instances {
  readonly names: readonly string[];
  isStarted(name: string): Promise<boolean>;
}

/**
 * Whether the server of an instance was started since then (milliseconds since 1970), or is being started. One that ran
 * before and is only joined has its old lines read again.
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

/** Plugins' ids begin with their kind; a line that begins with an instance's name is one of many, and the last one counts. */
export function showActivity(
  { level, plugin, message }: LogLine,
  { activity, note }: Pick<Terminal, "activity" | "note">,
  { names, isStarted: starts }: Instances,
): void {
  if (level !== "info" || plugin?.startsWith("backend-") !== true) return;
  const who = names.find((name) => message.startsWith(`${name}: `));
  if (who === undefined) {
    if (!activity.isQuiet()) note(oneLine(message));
  } else activity.tell(who, message.slice(who.length + 2), () => starts(who));
}
