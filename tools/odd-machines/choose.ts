// Parses the words after `odd-machines`: names of machines, then filters of files for vitest.

import { oddMachines, type OddMachine } from "./machines.js";

export interface Choice {
  readonly machines: readonly OddMachine[];
  readonly filters: readonly string[];
}

/** Without a name, every machine is chosen. A word that is no name must be a path, so that no misspelt name runs every test. */
export function choose(words: readonly string[], exists: (path: string) => boolean): Choice {
  const names = oddMachines.map(({ name }) => name);
  const filters = words.filter((word) => !names.includes(word));
  const unknown = filters.find((word) => !word.includes("/") && !exists(word));
  if (unknown !== undefined)
    throw new Error(`"${unknown}" is neither a path nor a machine. The machines: ${names.join(", ")}`);
  const named = oddMachines.filter(({ name }) => words.includes(name));
  return { machines: named.length === 0 ? oddMachines : named, filters };
}
