// Finds the configuration files whose profile has no effect, because a file in an upper layer has a profile of the same
// name.

import type { LoadedConfiguration } from "@pictor/kernel";

/** The overridden files, lowest layer first; empty if only one file has the profile. */
export const overriddenFiles = (
  { layers }: Pick<LoadedConfiguration, "layers">,
  name: string,
): readonly string[] =>
  layers
    .filter(({ layer }) => Object.hasOwn(layer.profiles ?? {}, name))
    .map(({ file }) => file)
    .slice(0, -1);
