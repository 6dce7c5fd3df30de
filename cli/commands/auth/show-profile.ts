// `pictor auth show`: one profile, without its secrets.

import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { recordFinished } from "../../output/record-finished.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
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
    return recordFinished(terminal, { profile });
  }
  terminal.result(profilePage(view, context, terminal.paintResult));
  const next = view.status.state === "missing" ? nextStep(view, context.schemes) : undefined;
  if (next !== undefined) terminal.say(next);
  return exitCode("finished");
}

export const showProfile = (name: string, invocation: Invocation): Promise<ExitCode> =>
  runWithHost(invocation, (host) => runShow(host, name));
