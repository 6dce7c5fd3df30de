// `pictor extensions enable`, `disable` and `remove`.

import { planSwitch, type Switch } from "@pictor/features/extensions";
import { openWithFacet } from "../../backends/open-instance.js";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
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

export const switchExtensions = (
  action: Switch,
  words: readonly string[],
  options: ChangeCommandOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithHost({ ...invocation, yes: options.yes === true }, (host) =>
    runSwitch(host, action, words, options),
  );
