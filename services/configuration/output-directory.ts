// The folder in which results are saved.

import { resolve } from "node:path";
import type { LoadedConfiguration } from "@pictor/kernel";

/** `given` is the folder of one generation. A relative one lies in the project. */
export const outputDirectory = (
  { values, directory }: Pick<LoadedConfiguration, "values" | "directory">,
  given = values.outputs?.directory ?? "outputs",
): string => resolve(directory, given);
