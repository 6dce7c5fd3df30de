// Lists the installed extensions, and whether the running server has loaded them.

import { compareTexts } from "@pictor/extensions";
import type { CallOptions, InstalledExtension } from "@pictor/kernel/plugin";
import type { ImportReport } from "../../logs/import-report.js";
import type { Instance } from "../../instance.js";
import { installedEntries } from "./custom-nodes-folders.js";
import { readInstalled, type Installed } from "./read-installed.js";

/** Reads which extensions the running server has loaded; undefined if no server is running. Never starts one. */
export type ReadLoaded = (options?: CallOptions) => Promise<ImportReport | undefined>;

/** Number of extensions that are read concurrently; for some of them, git is run. */
const maxConcurrentReads = 8;

/** Lists the extensions, sorted by place; of several with the same place, enabled ones come first. */
export async function listInstalled(instance: Instance): Promise<readonly Installed[]> {
  const found = await installedEntries(instance);
  const installed: (Installed | undefined)[] = [];
  for (let start = 0; start < found.length; start += maxConcurrentReads) {
    const part = found.slice(start, start + maxConcurrentReads);
    installed.push(...(await Promise.all(part.map((one) => readInstalled(instance, one)))));
  }
  return installed
    .filter((one) => one !== undefined)
    .sort((a, b) => compareTexts(a.extension.place, b.extension.place) || rank(a) - rank(b));
}

const rank = ({ extension }: Installed): number => (extension.enabled ? 0 : 1);

/** Adds `loaded` and `failure` by the report of the running server, if there is one. */
export function withLoaded(
  extension: InstalledExtension,
  report: ImportReport | undefined,
): InstalledExtension {
  if (report === undefined || !extension.enabled) return extension;
  const failure = report.failures.get(extension.place);
  const loaded = report.loaded.has(extension.place) && failure === undefined;
  return { ...extension, loaded, ...(failure === undefined ? {} : { failure }) };
}
