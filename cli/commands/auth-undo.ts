// `pictor auth undo`: takes the last change of a profile back.

import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel, type Host } from "../host.js";
import type { Invocation } from "../program.js";
import { endWithProfile } from "./auth-profile.js";

export async function undo(host: Host, name: string): Promise<ExitCode> {
  const { kernel, terminal } = host;
  const view = await kernel.profiles.undo(name);
  if (view !== undefined)
    return endWithProfile(host, view, [
      `${name} is as it was before its last change; undo once more goes back.`,
    ]);
  const note = `${name} did not exist before its last change, and is gone; undo once more brings it back.`;
  if (terminal.json) terminal.record({ type: "result", status: "finished", exitCode: 0, notes: [note] });
  else terminal.note(note);
  return exitCode("finished");
}

export const undoProfile = (name: string, invocation: Invocation): Promise<ExitCode> =>
  withKernel(invocation, (host) => undo(host, name));
