// The launch arguments that a person has typed.

import { managedFault } from "../faults.js";
import { splitArguments } from "../arguments/split-arguments.js";
import type { Instance } from "../instance.js";

/** The words of `launch.arguments`. Throws `MANAGED_ARGUMENTS` for a text that cannot be split into words. */
export function requireArguments({
  settings,
  platform,
  name,
}: Pick<Instance, "settings" | "platform" | "name">): readonly string[] {
  const split = splitArguments(settings.launch.arguments, platform);
  if (split.kind === "split") return split.words;
  throw managedFault("MANAGED_ARGUMENTS", { name, reason: `in launch.arguments ${split.reason}` });
}
