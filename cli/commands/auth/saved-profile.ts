// Shared by the `auth` commands: the saved profile, the place of its secrets, and the result of a change.

import { didYouMean, fault, type ProfileView } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { describeError } from "../../output/error-report.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { oneLine } from "../../text/plain-text.js";
import type { Profile } from "./edit-profile.js";
import { nextStep } from "./next-step.js";
import { profileRecord } from "./profile-page.js";
import { expiryText, stateText } from "./status-text.js";

/** The profile in the configuration, even if no plugin has its scheme. */
export function savedProfile({ configuration }: CommandHost, name: string): Profile | undefined {
  const { profiles = {} } = configuration.values;
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** Throws AUTH_PROFILE_UNKNOWN with the nearest name; `where` names the reference to the profile. */
export function requireProfile(
  { kernel }: Pick<CommandHost, "kernel">,
  name: string,
  where = "the command line",
): void {
  const names = kernel.profiles.names();
  if (names.includes(name)) return;
  const schemes = kernel.contributions("authSchemes").map(({ id }) => id);
  throw fault("AUTH_PROFILE_UNKNOWN", {
    profile: name,
    where,
    schemes: schemes.join(", "),
    suggestion: didYouMean(name, names),
  });
}

/** The place of the secret store, or the reason why there is none. */
export async function storeText({ kernel }: CommandHost): Promise<string> {
  try {
    return await kernel.secrets.describe();
  } catch (error) {
    return `nowhere: ${oneLine(describeError(error).what)}`;
  }
}

/** `work: ready, expires 2026-08-31 14:05 (in 59 minutes)`. */
function summary({ name, status }: ProfileView, nowMs: number): string {
  const expiry = expiryText(status, nowMs);
  const when = expiry === "" ? "" : `, ${status.state === "expired" ? "since" : "expires"} ${expiry}`;
  return `${oneLine(name)}: ${stateText(status)}${when}`;
}

/**
 * Prints the sentences and the profile's new state to stderr, or one record. The caller has redacted the parts that come from
 * a plugin.
 */
export async function reportProfile(
  host: CommandHost,
  view: ProfileView,
  sentences: readonly string[],
): Promise<ExitCode> {
  const { kernel, terminal } = host;
  const schemes = kernel.contributions("authSchemes");
  const lines = sentences.map(oneLine);
  if (terminal.json) {
    const profile = profileRecord(view, { schemes, store: await storeText(host) });
    return finished(terminal, { profile, notes: lines });
  }
  for (const sentence of lines) terminal.say(sentence);
  terminal.say(summary(view, Date.now()));
  const warnings = (view.status.notes ?? []).map((note) => terminal.redact(oneLine(note)));
  for (const warning of warnings)
    if (!lines.includes(warning)) terminal.say(`${terminal.paint.yellow("note:")} ${warning}`);
  const next = nextStep(view, schemes);
  if (next !== undefined) terminal.say(next);
  return exitCode("finished");
}
