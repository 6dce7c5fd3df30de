// `pictor backend update`: installs another ComfyUI version; if it does not start, the old one is restored.

import type { BackendInstance } from "@pictor/kernel";
import { updateServer } from "@pictor/features/backends";
import { versionChange } from "@pictor/features/extensions";
import { openWithFacet } from "../../backends/open-instance.js";
import { serverWork } from "../../backends/open-jobs.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommandWithYes } from "../../session/hosted-command.js";
import type { ConfirmOptions } from "../../session/confirm.js";
import { oneLine } from "../../text/plain-text.js";

interface UpdateOptions extends ConfirmOptions {
  readonly to?: string;
}

/** `install.version` of the settings, or its default; undefined if the kind has no such setting. */
function configuredVersion(
  { kernel, configuration }: CommandHost,
  { name, kind }: BackendInstance,
): string | undefined {
  const install = kernel.contributions("backends").find(({ id }) => id === kind)?.settings.properties[
    "install"
  ];
  const field = install?.type === "object" ? install.properties["version"] : undefined;
  if (field?.type !== "string") return undefined;
  const settings = configuration.values.backends?.[name] as
    { readonly install?: { readonly version?: unknown } } | undefined;
  const version = settings?.install?.version ?? field.default;
  return typeof version === "string" ? version : undefined;
}

export async function runUpdate(host: CommandHost, name: string, options: UpdateOptions): Promise<ExitCode> {
  const { terminal } = host;
  const opened = await openWithFacet(host, name, "installation");
  const { instance } = opened;
  const shown = oneLine(instance.name);
  const update = await updateServer(opened, serverWork(host, "Update", shown, options), options.to);
  if (update === undefined) {
    terminal.say(`${shown} stays as it is.`);
    if (terminal.json) return finished(terminal, { instance, notes: ["not updated"] });
    return exitCode("finished");
  }
  const configured = configuredVersion(host, instance);
  const notes =
    options.to === undefined || configured === undefined || configured === options.to
      ? []
      : [
          `install.version stays ${oneLine(configured)}: the next update without --to returns to that version. Change the setting to keep ${oneLine(options.to)}.`,
        ];
  if (terminal.json) return finished(terminal, { instance, update, ...(notes.length > 0 && { notes }) });
  const { from, to } = update;
  terminal.result(
    from === to
      ? `${shown} is up to date: ${oneLine(to)}`
      : `${shown} is ${oneLine(versionChange(from, to))}`,
  );
  for (const note of notes) terminal.note(note);
  return exitCode("finished");
}

export const updateBackend = hostedCommandWithYes(runUpdate);
