// `pictor extensions list` and `extensions available`: the installed and the installable extensions of a backend.

import { isSame } from "@pictor/extensions";
import type { ExtensionsFacet } from "@pictor/kernel";
import { openWithFacet } from "../../backends/open-instance.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { BackendOption } from "../../definition/backend-option.js";
import { parseWholeNumber } from "../../input/whole-number.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { countOf } from "../../text/count-of.js";
import { oneLine } from "../../text/plain-text.js";
import { availableRows, failureLines, installedRows } from "./extensions-table.js";

interface AvailableOptions extends BackendOption {
  readonly limit?: string;
}

export async function runList(host: CommandHost, { backend: name }: BackendOption): Promise<ExitCode> {
  const { terminal, signal } = host;
  const { instance, facet } = await openWithFacet(host, name, "extensions");
  const extensions = await facet.list({ signal });
  if (terminal.json) return finished(terminal, { instance, extensions });
  if (extensions.length > 0)
    terminal.result(terminal.redact(terminal.table(installedRows(extensions, terminal.paintResult))));
  for (const line of failureLines(extensions)) terminal.note(`${terminal.paint.yellow("warning:")} ${line}`);
  terminal.note(`${countOf(extensions.length, "extension")} on ${oneLine(instance.name)}.`);
  return exitCode("finished");
}

const limitOption = {
  option: "--limit",
  fallback: 30,
  min: 0,
  max: 999_999,
  hint: "Give the number of extensions to show.",
};

/** The reason why a backend cannot install extensions; undefined if it can. */
async function unsupportedReason(facet: ExtensionsFacet, signal: AbortSignal): Promise<string | undefined> {
  const { actions, reason } = await facet.capabilities({ signal });
  return actions.includes("install") ? undefined : reason;
}

export async function runAvailable(
  host: CommandHost,
  words: readonly string[],
  options: AvailableOptions,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const limit = parseWholeNumber(options.limit, limitOption);
  const { instance, facet } = await openWithFacet(host, options.backend, "extensions");
  const query = words.join(" ").trim();
  const all = await facet.available(query, { signal });
  const found = all.slice(0, limit);
  if (terminal.json) return finished(terminal, { instance, extensions: found });
  const why = all.length === 0 ? await unsupportedReason(facet, signal) : undefined;
  if (why !== undefined) {
    terminal.note(`${oneLine(instance.name)} cannot list installable extensions: ${oneLine(why)}`);
    return exitCode("finished");
  }
  const installed = await facet.list({ signal });
  const isInstalled = ({ id, registryId }: (typeof found)[number]): boolean =>
    installed.some((one) => isSame(id, one) || (registryId !== undefined && isSame(registryId, one)));
  if (found.length > 0) terminal.result(terminal.redact(terminal.table(availableRows(found, isInstalled))));
  const rest = all.length > found.length ? ` of ${all.length}; --limit, or more words, shows others` : "";
  const legend = found.length > 0 ? ` * is on ${oneLine(instance.name)} already.` : "";
  terminal.note(`${countOf(found.length, "extension")}${rest}.${legend}`);
  return exitCode("finished");
}

export const listExtensions = hostedCommand(runList);

export const availableExtensions = hostedCommand(runAvailable);
