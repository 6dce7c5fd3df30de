// Reads settings that many workflows have under the same names, and the names of files.

import type { Params } from "@pictor/kernel/plugin";

/** The first of the settings that is a non-empty text. */
export const textSetting = (params: Params, ...names: readonly string[]): string | undefined =>
  names
    .map((name) => params[name])
    .find((value): value is string => typeof value === "string" && value !== "");

export function numberSetting(params: Params, name: string): number | undefined {
  const value = params[name];
  return typeof value === "number" ? value : undefined;
}

/** The file name without folders, for paths of Windows and of other systems. */
export const baseName = (file: string): string => file.replace(/^.*[\\/]/, "");
