// What the `auth` commands share: the saved profile, where secrets are, and how a command ends that changed one.

import { didYouMean, fault, type ProfileView } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../exit-codes.js";
import type { Host } from "../host.js";
import type { Profile } from "../input/profile-edit.js";
import { expiryText, fillCommand, stateText } from "../output/auth-status.js";
import { complaintOf } from "../output/complaint.js";
import { oneLine } from "../output/plain-text.js";
import { profileRecord } from "../output/profile-page.js";
import { shellWord } from "../output/shell-word.js";

/** The profile as the configuration has it, also where its scheme is not to be had. */
export function savedProfile({ configuration }: Host, name: string): Profile | undefined {
  const { profiles = {} } = configuration.values;
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** Throws AUTH_PROFILE_UNKNOWN with the nearest name. */
export function requireProfile({ kernel }: Pick<Host, "kernel">, name: string): void {
  const names = kernel.profiles.names();
  if (names.includes(name)) return;
  throw fault("AUTH_PROFILE_UNKNOWN", {
    profile: name,
    where: "the command line",
    suggestion: didYouMean(name, names),
  });
}

/** Where secrets are kept, in words; the reason where they cannot be. */
export async function storeText({ kernel }: Host): Promise<string> {
  try {
    return await kernel.secrets.describe();
  } catch (error) {
    return `nowhere: ${oneLine(complaintOf(error).what)}`;
  }
}

/** `work: ready, expires 2026-08-31 14:05 (in 59 minutes)`. */
export function summary({ name, status }: ProfileView, nowMs: number): string {
  const expiry = expiryText(status, nowMs);
  const when = expiry === "" ? "" : `, ${status.state === "expired" ? "since" : "expires"} ${expiry}`;
  return `${oneLine(name)}: ${stateText(status)}${when}`;
}

/** What a profile needs next; where nothing, how it is used. */
function nextStep(view: ProfileView, { kernel }: Host): string | undefined {
  const { name, type, status, actions } = view;
  const word = shellWord(name);
  if (status.state === "missing")
    return `Next: ${fillCommand(view, status.fields, kernel.contributions("authSchemes"))}`;
  const canSignIn = actions.some(({ id }) => id === "login");
  if (status.state === "signed-out" && canSignIn) return `Next: pictor auth login ${word}`;
  return type === "none" ? undefined : `--auth ${word} uses it: pictor request GET URL --auth ${word}`;
}

/** Ends a command that did something with a profile: sentences on stderr, or one record. */
export async function endWithProfile(
  host: Host,
  view: ProfileView,
  sentences: readonly string[],
): Promise<ExitCode> {
  const { kernel, terminal } = host;
  const { notes: warnings = [] } = view.status;
  if (terminal.json) {
    const schemes = kernel.contributions("authSchemes");
    const profile = profileRecord(view, { schemes, store: await storeText(host) });
    const notes = sentences.map(oneLine);
    terminal.record({ type: "result", status: "finished", exitCode: 0, profile, notes });
    return exitCode("finished");
  }
  for (const sentence of sentences) terminal.note(oneLine(sentence));
  terminal.note(summary(view, Date.now()));
  for (const warning of warnings) terminal.note(`${terminal.paint.yellow("note:")} ${oneLine(warning)}`);
  const next = nextStep(view, host);
  if (next !== undefined) terminal.note(next);
  return exitCode("finished");
}
