// `pictor auth show`: one profile, without its secrets.

import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { nextStep } from "./next-step.js";
import { overriddenFiles } from "@pictor/features/profiles";
import { profilePage, profileRecord } from "./profile-page.js";
import { requireProfile, storeText } from "./saved-profile.js";

export async function runShow(host: CommandHost, name: string): Promise<ExitCode> {
  const { kernel, terminal } = host;
  requireProfile(host, name);
  const view = await kernel.profiles.view(name);
  const context = {
    schemes: kernel.contributions("authSchemes"),
    store: await storeText(host),
    overridden: overriddenFiles(host.configuration, name),
    nowMs: Date.now(),
    redact: terminal.redact,
    width: terminal.width,
  };
  if (terminal.json) {
    const profile = profileRecord(view, context);
    return finished(terminal, { profile });
  }
  terminal.result(profilePage(view, context, terminal.paintResult));
  const next = view.status.state === "missing" ? nextStep(view, context.schemes) : undefined;
  if (next !== undefined) terminal.say(next);
  return exitCode("finished");
}

export const showProfile = hostedCommand(runShow);
