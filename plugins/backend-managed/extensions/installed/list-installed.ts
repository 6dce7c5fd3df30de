// The list of what is installed, with what the running server made of it.

import type { CallOptions, InstalledExtension } from "@pictor/kernel/plugin";
import type { Instance } from "../../instance.js";
import { readInstalled, type Installed } from "./read-installed.js";
import { scanCustomNodes } from "./scan-custom-nodes.js";

/** What the server that runs made of what lies below custom_nodes; names are those of folders and files there. */
export interface LoadedPacks {
  readonly loaded: ReadonlySet<string>;
  /** Name to the last line of what the server said. */
  readonly failures: ReadonlyMap<string, string>;
}
/** Undefined when no server runs, or it does not tell. */
export type LoadedReader = (options?: CallOptions) => Promise<LoadedPacks | undefined>;

/** How many are read at once: some need git. */
const width = 8;

/** In order of place; enabled ones first where two have one place. */
export async function listInstalled(instance: Instance): Promise<readonly Installed[]> {
  const found = await scanCustomNodes(instance.layout.customNodes);
  const installed: (Installed | undefined)[] = [];
  for (let start = 0; start < found.length; start += width) {
    const part = found.slice(start, start + width);
    installed.push(...(await Promise.all(part.map((one) => readInstalled(instance, one)))));
  }
  return installed
    .filter((one) => one !== undefined)
    .sort((a, b) => order(a.extension.place, b.extension.place) || rank(a) - rank(b));
}

const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
const rank = ({ extension }: Installed): number => (extension.enabled ? 0 : 1);

/** With `loaded` and `failure`, where a server tells. */
export function withLoaded(
  extension: InstalledExtension,
  packs: LoadedPacks | undefined,
): InstalledExtension {
  if (packs === undefined || !extension.enabled) return extension;
  const failure = packs.failures.get(extension.place);
  const loaded = packs.loaded.has(extension.place) && failure === undefined;
  return { ...extension, loaded, ...(failure === undefined ? {} : { failure }) };
}
