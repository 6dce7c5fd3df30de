// Installed and available extensions as table rows. Pure.

import type { AvailableExtension, InstalledExtension } from "@pictor/kernel";
import { versionText } from "@pictor/features/extensions";
import type { Paint } from "../../output/terminal.js";
import { oneLine } from "../../text/plain-text.js";
import { shorten } from "../../text/shorten.js";

/** The state of an extension in one or two words; `failureLines` has the reasons. */
function extensionState({ enabled, loaded, failure }: InstalledExtension, paint: Paint): string {
  if (!enabled) return paint.yellow("disabled");
  if (failure !== undefined || loaded === false) return paint.red("not loaded");
  return loaded === true ? paint.green("loaded") : "enabled";
}

/** A heading and one row for each extension. */
export const installedRows = (
  extensions: readonly InstalledExtension[],
  paint: Paint,
): readonly (readonly string[])[] => [
  ["ID", "VERSION", "STATE", "FROM", "PLACE"],
  ...extensions.map((extension) => [
    oneLine(extension.id),
    oneLine(versionText(extension)),
    extensionState(extension, paint),
    extension.origin,
    oneLine(extension.place),
  ]),
];

/** One line for each extension that was not loaded, with the reason. */
export const failureLines = (extensions: readonly InstalledExtension[]): readonly string[] =>
  extensions.flatMap(({ id, failure }) =>
    failure === undefined ? [] : [`${oneLine(id)} was not loaded: ${oneLine(failure)}`],
  );

export const availableRows = (
  found: readonly AvailableExtension[],
  isInstalled: (extension: AvailableExtension) => boolean,
): readonly (readonly string[])[] => [
  ["", "ID", "VERSION", "TITLE", "WHAT IT DOES"],
  ...found.map((extension) => [
    isInstalled(extension) ? "*" : "",
    oneLine(extension.id),
    oneLine(extension.version ?? ""),
    shorten(oneLine(extension.title), 40),
    shorten(oneLine(extension.description ?? ""), 60),
  ]),
];
