// `pictor auth undo`: takes the last change of a profile back.

import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { describeError } from "../../output/error-report.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { namedSecretsIn } from "./edit-profile.js";
import { endWithProfile, requireProfile } from "./saved-profile.js";

/** Deleted secrets are not kept for later. */
async function lostSecrets({ kernel }: CommandHost, profile: unknown): Promise<readonly string[]> {
  const named = namedSecretsIn(profile);
  if (named.length === 0) return [];
  const kept = new Set(await kernel.secrets.names());
  const lost = named.filter((secret) => !kept.has(secret));
  return lost.length === 0 ? [] : [`Its secrets were deleted, and are not back: ${lost.join(", ")}.`];
}

export async function undo(host: CommandHost, name: string): Promise<ExitCode> {
  const { kernel, terminal } = host;
  const view = await kernel.profiles.undo(name).catch((error: unknown) => {
    if (describeError(error).code === "PROFILE_NO_UNDO") requireProfile(host, name);
    throw error;
  });
  if (view !== undefined)
    return endWithProfile(host, view, [
      `${name} is as it was before its last change; undo once more goes back.`,
      ...(await lostSecrets(host, view.profile)),
    ]);
  const note = `${name} did not exist before its last change, and is gone; undo once more brings it back.`;
  if (terminal.json) terminal.record({ type: "result", status: "finished", exitCode: 0, notes: [note] });
  else terminal.say(note);
  return exitCode("finished");
}

export const undoProfile = (name: string, invocation: Invocation): Promise<ExitCode> =>
  runWithHost(invocation, (host) => undo(host, name));
