// What the server that runs has loaded of the extensions, and why not the rest.

import type { Catalog, CallOptions } from "@pictor/kernel/plugin";
import type { ImportReport } from "../logs/import-report.js";
import { readImportReport } from "../logs/stored-imports.js";
import { logFile } from "../logs/server-log.js";
import type { Instance } from "../instance.js";

/** Undefined when no server runs. Starts none. */
export type ReadLoaded = (options?: CallOptions) => Promise<ImportReport | undefined>;

const prefix = "custom_nodes.";

/**
 * Places of the packs that node classes come from: `python_module` is `custom_nodes.` and the name of a folder, which may
 * have dots, or that of a file without its `.py`; it does not tell which of the two. Pure.
 */
export function loadedNames(modules: Iterable<string | undefined>): ReadonlySet<string> {
  const places = new Set<string>();
  for (const module of modules) {
    if (module?.startsWith(prefix) !== true) continue;
    const name = module.slice(prefix.length);
    places.add(name).add(`${name}.py`);
  }
  return places;
}

function* modulesOf(catalog: Catalog): Iterable<string | undefined> {
  for (const { module } of catalog.values()) yield module;
}

/** `catalog`: of the server that runs; undefined when none does. Packs without node classes are told by the log only. */
export const createReadLoaded =
  (
    { layout }: Pick<Instance, "layout">,
    catalog: (options?: CallOptions) => Promise<Catalog | undefined>,
  ): ReadLoaded =>
  async (options = {}) => {
    const known = await catalog(options);
    if (known === undefined) return undefined;
    const { loaded, failures } = await readImportReport(layout.logs, logFile(layout.logs));
    return { loaded: new Set([...loaded, ...loadedNames(modulesOf(known))]), failures };
  };
