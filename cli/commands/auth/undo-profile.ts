// `pictor auth undo`: undoes the last change of a profile.

import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { describeError } from "../../output/error-report.js";
import { recordFinished } from "../../output/record-finished.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { secretNamesIn } from "@pictor/features/profiles";
import { reportProfile, requireProfile } from "./saved-profile.js";

/** Names the deleted secrets to which the restored profile refers; undo cannot restore them. */
async function lostSecrets({ kernel }: CommandHost, profile: unknown): Promise<readonly string[]> {
  const named = secretNamesIn(profile);
  if (named.length === 0) return [];
  const kept = new Set(await kernel.secrets.names());
  const lost = named.filter((secret) => !kept.has(secret));
  return lost.length === 0 ? [] : [`These secrets were deleted and are not restored: ${lost.join(", ")}.`];
}

export async function runUndo(host: CommandHost, name: string): Promise<ExitCode> {
  const { kernel, terminal } = host;
  const view = await kernel.profiles.undo(name).catch((error: unknown) => {
    if (describeError(error).code === "PROFILE_NO_UNDO") requireProfile(host, name);
    throw error;
  });
  if (view !== undefined)
    return reportProfile(host, view, [
      `Undid the last change of ${name}; another undo restores it.`,
      ...(await lostSecrets(host, view.profile)),
    ]);
  const note = `Removed ${name}, which its last change had created; another undo restores it.`;
  if (terminal.json) return recordFinished(terminal, { notes: [note] });
  terminal.say(note);
  return exitCode("finished");
}

export const undoProfile = (name: string, invocation: Invocation): Promise<ExitCode> =>
  runWithHost(invocation, (host) => runUndo(host, name));
