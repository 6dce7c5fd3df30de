// The lock of configuration files, which every change holds: changes of this process wait in a queue, other processes
// for the lock.

import { createKeyedLock, type Configuration } from "@pictor/kernel";
import { changeLayer } from "./configuration/save-entry.js";
import { linkedFile } from "./configuration/replace-file.js";
import { withFileLock, type WithFileLock } from "./configuration/with-file-lock.js";

const queue = createKeyedLock();

/** Runs the work while nothing else changes the file. Rejects with `FILE_NOT_WRITABLE`, or as the work does. */
export const configurationLock: WithFileLock = async (file, work) => {
  const path = await linkedFile(file);
  return queue(path, () => withFileLock(path, work));
};

/**
 * Changes a configuration file. What `change` keeps stays as it is. Rejects with `CONFIG_...` for a result that is not valid, and
 * with `FILE_NOT_WRITABLE`; the file is then unchanged.
 */
export const changeConfiguration = (
  file: string,
  change: (layer: Configuration) => Configuration,
): Promise<void> => configurationLock(file, (lock) => changeLayer(file, change, lock));

/** Takes the name of a removed backend out of the files that make it the one that is used when none is named. */
export async function forgetPreference(name: string, ...files: readonly string[]): Promise<void> {
  for (const file of new Set(files))
    await changeConfiguration(file, (layer) => {
      if (layer.backend !== name) return layer;
      const { backend: _removed, ...rest } = layer;
      return rest;
    });
}
