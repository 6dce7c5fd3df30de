// Changes of extensions, one after the other: each is whole or undone, a failure of one leaves the others, and a restart ends it.

import { extensionFault } from "@pictor/extensions";
import type { ChangeOptions, ExtensionAction, ExtensionsFacet, InstalledExtension } from "@pictor/host";
import type { OpenedInstance } from "../../backends/open-instance.js";
import { endingOfError, exitCode, type ExitCode } from "../../base/exit-codes.js";
import { describeError, renderError } from "../../output/error-report.js";
import { createSteps } from "../../output/steps.js";
import { realTicker } from "../../output/ticker.js";
import type { CommandHost } from "../../session/command-host.js";
import { oneLine } from "../../text/plain-text.js";
import { areLoaded, restartAfter, type Restart, type RestartOptions } from "./restart-server.js";

export interface ChangeCommandOptions extends RestartOptions {
  readonly backend?: string;
}

/** One change that is to be made. */
export interface Change {
  readonly action: ExtensionAction;
  readonly id: string;
  /** Such as "Install owner/name". */
  readonly title: string;
  /** What became of it, also where that is nothing: then there is no `extension`. Removed ones are told as they were. */
  run(
    facet: ExtensionsFacet,
    options: ChangeOptions,
  ): Promise<{ readonly extension?: InstalledExtension; readonly sentence: string }>;
}

/** Throws EXTENSION_UNSUPPORTED with what the backend says of it. */
export async function requireAbilities(
  { signal }: CommandHost,
  { instance, facet }: OpenedInstance<"extensions">,
  actions: readonly ExtensionAction[],
): Promise<void> {
  const { can, reason } = await facet.abilities({ signal });
  const missing = actions.find((action) => !can.includes(action));
  if (missing === undefined) return;
  throw extensionFault("EXTENSION_UNSUPPORTED", {
    backend: instance.name,
    action: missing,
    reason: reason ?? "it offers no way to do that",
    advice: "Do it by hand where the server runs, and restart it.",
  });
}

interface Made {
  readonly extensions: readonly InstalledExtension[];
  /** Places of what the server is to load. */
  readonly places: readonly string[];
  readonly failed?: ExitCode;
}

async function makeAll(host: CommandHost, facet: ExtensionsFacet, changes: readonly Change[]): Promise<Made> {
  const { terminal, signal } = host;
  const extensions: InstalledExtension[] = [];
  const places: string[] = [];
  let failed: ExitCode | undefined;
  for (const [index, change] of changes.entries()) {
    signal.throwIfAborted();
    const steps = createSteps(terminal, realTicker);
    const at = { step: change.id, title: change.title, index, count: changes.length };
    steps.note(at);
    try {
      const made = await change.run(facet, {
        signal,
        progress: (line, fraction) => {
          steps.note({ ...at, line, ...(fraction !== undefined && { fraction }) });
        },
      });
      steps.end(true);
      terminal.say(terminal.redact(oneLine(made.sentence)));
      if (made.extension === undefined) continue;
      extensions.push(made.extension);
      if (change.action !== "remove" && change.action !== "disable") places.push(made.extension.place);
    } catch (error) {
      steps.end(false);
      signal.throwIfAborted();
      const complaint = describeError(error);
      terminal.say(renderError(complaint, terminal));
      failed ??= exitCode(endingOfError(complaint));
    }
  }
  return { extensions, places, ...(failed !== undefined && { failed }) };
}

/** Makes the changes, restarts where that is wanted, and says how it ended. */
export async function makeChanges(
  host: CommandHost,
  opened: OpenedInstance<"extensions">,
  changes: readonly Change[],
  options: RestartOptions,
): Promise<ExitCode> {
  const { terminal } = host;
  const made = await makeAll(host, opened.facet, changes);
  let restart: Restart = "not needed";
  let isWell = true;
  if (made.extensions.length > 0) {
    restart = await restartAfter(host, opened, options);
    if (restart === "done") isWell = await areLoaded(host, opened, made.places);
  }
  const code = made.failed ?? exitCode(isWell ? "finished" : "backend");
  if (terminal.json) {
    const status = code === 0 ? "finished" : "failed";
    const { instance } = opened;
    const record = { type: "result", status, exitCode: code, instance };
    terminal.record({ ...record, extensions: made.extensions, restart });
  }
  return code;
}

/** The ending of a command that was declined, or had nothing to do. */
export function nothingDone(
  { terminal }: CommandHost,
  { instance }: OpenedInstance<"extensions">,
  note: string,
): ExitCode {
  terminal.say(note);
  const record = { type: "result", status: "finished", exitCode: 0, instance, extensions: [] };
  if (terminal.json) terminal.record({ ...record, restart: "not needed", notes: [note] });
  return exitCode("finished");
}
