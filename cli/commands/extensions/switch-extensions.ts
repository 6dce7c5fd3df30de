// `pictor extensions enable`, `disable` and `remove`.

import { planSwitch, type Switch } from "@pictor/features/extensions";
import { openWithFacet } from "../../backends/open-instance.js";
import type { ExitCode } from "../../base/exit-codes.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommandWithYes } from "../../session/hosted-command.js";
import { carryOut, type ChangeCommandOptions } from "./apply-changes.js";

export async function runSwitch(
  host: CommandHost,
  action: Switch,
  words: readonly string[],
  options: ChangeCommandOptions,
): Promise<ExitCode> {
  const opened = await openWithFacet(host, options.backend, "extensions");
  return carryOut(host, opened, await planSwitch(opened, action, words, host.signal), options);
}

export const switchExtensions = hostedCommandWithYes(runSwitch);
