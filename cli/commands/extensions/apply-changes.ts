// Applies changes to extensions one by one, then restarts the server. A failed change is undone and does not stop the others.

import { extensionFault } from "@pictor/extensions";
import type { ChangeOptions, ExtensionAction, ExtensionsFacet, InstalledExtension } from "@pictor/host";
import type { OpenedInstance } from "../../backends/open-instance.js";
import { endingOfError, exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { BackendOption } from "../../definition/backend-option.js";
import { describeError, renderError } from "../../output/error-report.js";
import { recordFinished } from "../../output/record-finished.js";
import { createSteps } from "../../output/steps.js";
import { realTicker } from "../../output/ticker.js";
import type { CommandHost } from "../../session/command-host.js";
import { oneLine } from "../../text/plain-text.js";
import { reportLoading, restartAfter, type RestartOutcome, type RestartOptions } from "./restart-server.js";

export interface ChangeCommandOptions extends RestartOptions, BackendOption {}

/** One change to apply. */
export interface Change {
  readonly action: ExtensionAction;
  readonly id: string;
  /** Such as "Install owner/name". */
  readonly title: string;
  /** Applies the change. `extension` is absent if nothing changed; for a removal it is the removed extension. */
  run(
    facet: ExtensionsFacet,
    options: ChangeOptions,
  ): Promise<{ readonly extension?: InstalledExtension; readonly sentence: string }>;
}

/** Throws EXTENSION_UNSUPPORTED with the backend's reason if the backend lacks one of the actions. */
export async function requireActions(
  { signal }: CommandHost,
  { instance, facet }: OpenedInstance<"extensions">,
  actions: readonly ExtensionAction[],
): Promise<void> {
  const { actions: possible, reason } = await facet.capabilities({ signal });
  const missing = actions.find((action) => !possible.includes(action));
  if (missing === undefined) return;
  throw extensionFault("EXTENSION_UNSUPPORTED", {
    backend: instance.name,
    action: missing,
    reason: reason ?? "it does not support that",
    advice: "Do it by hand where the server runs, and restart it.",
  });
}

interface AppliedChanges {
  readonly extensions: readonly InstalledExtension[];
  /** Folders of the extensions that the server should load. */
  readonly places: readonly string[];
  readonly failed?: ExitCode;
}

async function applyEach(
  host: CommandHost,
  facet: ExtensionsFacet,
  changes: readonly Change[],
): Promise<AppliedChanges> {
  const { terminal, signal } = host;
  const extensions: InstalledExtension[] = [];
  const places: string[] = [];
  let failed: ExitCode | undefined;
  for (const [index, change] of changes.entries()) {
    signal.throwIfAborted();
    const steps = createSteps(terminal, realTicker);
    const step = { step: change.id, title: change.title, index, count: changes.length };
    steps.note(step);
    try {
      const applied = await change.run(facet, {
        signal,
        progress: (line, fraction) => {
          steps.note({ ...step, line, ...(fraction !== undefined && { fraction }) });
        },
      });
      steps.end(true);
      terminal.say(terminal.redact(oneLine(applied.sentence)));
      if (applied.extension === undefined) continue;
      extensions.push(applied.extension);
      if (change.action !== "remove" && change.action !== "disable") places.push(applied.extension.place);
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

/** Applies the changes, restarts the server if the user or an option wants that, and reports the result. */
export async function applyChanges(
  host: CommandHost,
  opened: OpenedInstance<"extensions">,
  changes: readonly Change[],
  options: RestartOptions,
): Promise<ExitCode> {
  const { terminal } = host;
  const applied = await applyEach(host, opened.facet, changes);
  let restart: RestartOutcome = "not needed";
  let allLoaded = true;
  if (applied.extensions.length > 0) {
    restart = await restartAfter(host, opened, options);
    if (restart === "done") allLoaded = await reportLoading(host, opened, applied.places);
  }
  const code = applied.failed ?? exitCode(allLoaded ? "finished" : "backend");
  if (terminal.json) {
    const status = code === 0 ? "finished" : "failed";
    const { instance } = opened;
    const record = { type: "result", status, exitCode: code, instance };
    terminal.record({ ...record, extensions: applied.extensions, restart });
  }
  return code;
}

/** Reports a command that was declined or had nothing to do. */
export function reportNoChange(
  { terminal }: CommandHost,
  { instance }: OpenedInstance<"extensions">,
  note: string,
): ExitCode {
  terminal.say(note);
  if (terminal.json)
    return recordFinished(terminal, { instance, extensions: [], restart: "not needed", notes: [note] });
  return exitCode("finished");
}
