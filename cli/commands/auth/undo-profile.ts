// `pictor auth undo`: undoes the last change of a profile.

import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { describeError } from "../../output/error-report.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { secretNamesIn, undoNotes } from "@pictor/features/profiles";
import { reportProfile, requireProfile } from "./saved-profile.js";

export async function runUndo(host: CommandHost, name: string): Promise<ExitCode> {
  const { kernel, terminal } = host;
  const view = await kernel.profiles.undo(name).catch((error: unknown) => {
    if (describeError(error).code === "PROFILE_NO_UNDO") requireProfile(host, name);
    throw error;
  });
  const hasSecrets = secretNamesIn(view?.profile).length > 0;
  const notes = undoNotes(name, view, new Set(hasSecrets ? await kernel.secrets.names() : []));
  if (view !== undefined) return reportProfile(host, view, notes);
  if (terminal.json) return finished(terminal, { notes });
  for (const note of notes) terminal.say(note);
  return exitCode("finished");
}

export const undoProfile = hostedCommand(runUndo);
