// Where a name comes from that nothing has, for the errors about it.

import type { LoadedConfiguration } from "../contract/configuration.js";

/** The end of `There is no backend "x"`; empty for a name that the caller has given. */
export const namedBy = (place: string | undefined): string =>
  place === undefined ? "" : ` (named by ${place})`;

/** The place of a name of the configuration: an option, a variable, or the uppermost file; undefined for one from code. */
export function configuredBy(
  { layers, flagNames }: Pick<LoadedConfiguration, "layers" | "flagNames">,
  key: "backend" | "environment",
): string | undefined {
  const flag = flagNames?.[key];
  if (flag !== undefined) return flag;
  const file = layers.findLast(({ layer }) => Object.hasOwn(layer, key))?.file;
  return file === undefined ? undefined : `"${key}" in ${file}`;
}
