// `pictor auth list`: every profile with check mark, state and expiry.

import type { ProfileView } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { describeError, errorFields, renderError, type ErrorReport } from "../../output/error-report.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { nextStep } from "./next-step.js";
import { overriddenFiles } from "@pictor/features/profiles";
import { profileRecord, profileRow } from "./profile-page.js";
import { storeText } from "./saved-profile.js";

type ListedProfile = { readonly name: string } & (
  { readonly view: ProfileView } | { readonly problem: ErrorReport }
);

/** A profile that cannot be viewed, for example because its plugin is missing, becomes a row with the error. */
async function viewOf({ kernel }: CommandHost, name: string): Promise<ListedProfile> {
  try {
    return { name, view: await kernel.profiles.view(name) };
  } catch (error) {
    return { name, problem: describeError(error) };
  }
}

const notesOf = ({ status }: ProfileView): readonly string[] =>
  status.state === "missing" ? (status.notes ?? []) : [];

/**
 * Prints each note that several profiles share once, such as about a secret store that cannot be read, and returns
 * these notes.
 */
function printShared({ terminal }: CommandHost, views: readonly ProfileView[]): ReadonlySet<string> {
  const notes = new Set(views.flatMap(notesOf));
  const shared = new Set<string>();
  for (const note of notes) {
    const names = views.filter((view) => notesOf(view).includes(note)).map(({ name }) => oneLine(name));
    if (names.length === 1) continue;
    terminal.say(`${names.join(", ")}: ${terminal.redact(oneLine(note))}`);
    shared.add(note);
  }
  return shared;
}

/** Prints why a profile cannot be used, except for notes in `printed`, and what to do. */
function printUnusable(
  { kernel, terminal }: CommandHost,
  view: ProfileView,
  printed: ReadonlySet<string>,
): void {
  const notes = notesOf(view);
  if (notes.length === 0) return;
  for (const note of notes)
    if (!printed.has(note)) terminal.say(`${oneLine(view.name)}: ${terminal.redact(oneLine(note))}`);
  const next = nextStep(view, kernel.contributions("authSchemes"));
  if (next !== undefined) terminal.say(`  ${next}`);
}

export async function runList(host: CommandHost): Promise<ExitCode> {
  const { kernel, terminal } = host;
  const names = [...kernel.profiles.names()].sort();
  const all = await Promise.all(names.map((name) => viewOf(host, name)));
  if (terminal.json) {
    const store = await storeText(host);
    const schemes = kernel.contributions("authSchemes");
    const profiles = all.map((listed) => {
      const overridden = overriddenFiles(host.configuration, listed.name);
      if ("view" in listed) return profileRecord(listed.view, { schemes, store, overridden });
      return { name: listed.name, error: errorFields(listed.problem, terminal) };
    });
    return finished(terminal, { profiles });
  }
  warnOfPluginProblems(host);
  if (all.length === 0) {
    terminal.say("There is no profile yet. To make one: pictor auth set NAME --type bearer --secret token");
    return exitCode("finished");
  }
  const { paintResult } = terminal;
  const rows = all.map((listed) =>
    "view" in listed
      ? profileRow(listed.view, Date.now(), paintResult)
      : [oneLine(listed.name), "", paintResult.red("x"), "unusable", ""],
  );
  terminal.result(terminal.table([["NAME", "SCHEME", "", "STATE", "EXPIRES"], ...rows]));
  const printed = printShared(
    host,
    all.flatMap((listed) => ("view" in listed ? [listed.view] : [])),
  );
  for (const listed of all) {
    if ("problem" in listed) terminal.say(renderError(listed.problem, terminal));
    else printUnusable(host, listed.view, printed);
    for (const file of overriddenFiles(host.configuration, listed.name))
      terminal.say(`${oneLine(listed.name)}: overrides the profile of the same name in ${homePath(file)}`);
  }
  return exitCode("finished");
}

export const listProfiles = hostedCommand(runList);
