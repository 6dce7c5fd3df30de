// Extensions as rows for people: what is there in which version and state, and what could be had. Pure.

import type { AvailableExtension, InstalledExtension } from "@pictor/host";
import type { Paint } from "../../output/terminal.js";
import { oneLine } from "../../text/plain-text.js";

/** `1.2.0`, the commit's beginning, or nothing. */
export const versionText = ({ version, commit }: InstalledExtension): string =>
  version ?? (commit === undefined ? "" : commit.slice(0, 8));

/** In one word or two; why it was not loaded stands elsewhere. */
export function extensionState({ enabled, loaded, failure }: InstalledExtension, paint: Paint): string {
  if (!enabled) return paint.yellow("disabled");
  if (failure !== undefined || loaded === false) return paint.red("not loaded");
  return loaded === true ? paint.green("loaded") : "enabled";
}

/** A heading and a row for each. */
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

/** Why each of those that were not loaded was not. */
export const failureLines = (extensions: readonly InstalledExtension[]): readonly string[] =>
  extensions.flatMap(({ id, failure }) =>
    failure === undefined ? [] : [`${oneLine(id)} was not loaded: ${oneLine(failure)}`],
  );

const short = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 3)}...`;

export const availableRows = (
  found: readonly AvailableExtension[],
  isInstalled: (extension: AvailableExtension) => boolean,
): readonly (readonly string[])[] => [
  ["", "ID", "VERSION", "TITLE", "WHAT IT DOES"],
  ...found.map((extension) => [
    isInstalled(extension) ? "*" : "",
    oneLine(extension.id),
    oneLine(extension.version ?? ""),
    short(oneLine(extension.title), 40),
    short(oneLine(extension.description ?? ""), 60),
  ]),
];
