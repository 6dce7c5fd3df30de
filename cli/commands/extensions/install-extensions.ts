// `pictor extensions install` and `extensions update`.

import type { ExtensionSpec } from "@pictor/kernel";
import { planInstall, planUpdate } from "@pictor/features/extensions";
import { openWithFacet } from "../../backends/open-instance.js";
import type { ExitCode } from "../../base/exit-codes.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommandWithYes } from "../../session/hosted-command.js";
import { carryOut, type ChangeCommandOptions } from "./apply-changes.js";
import { parseExtension } from "./parse-extension.js";

/** Parses ids from the command line; `isTyped` permits ids that are paths of folders on this machine. */
const parseWords = (words: readonly string[]): readonly ExtensionSpec[] =>
  words.map((word) => ({ ...parseExtension(word, process.cwd()), isTyped: true }));

type Command = (
  host: CommandHost,
  words: readonly string[],
  options: ChangeCommandOptions,
) => Promise<ExitCode>;

const commandOf =
  (plan: typeof planInstall): Command =>
  async (host, words, options) => {
    const wanted = parseWords(words);
    const opened = await openWithFacet(host, options.backend, "extensions");
    return carryOut(host, opened, await plan(opened, wanted, host.signal), options);
  };

export const runInstall = commandOf(planInstall);
export const runUpdate = commandOf(planUpdate);

export const installExtensions = hostedCommandWithYes(runInstall);
export const updateExtensions = hostedCommandWithYes(runUpdate);
