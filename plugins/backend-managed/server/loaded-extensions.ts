// Which extensions the running server has loaded, and why others failed.

import type { Catalog, CallOptions } from "@pictor/kernel/plugin";
import type { ReadLoaded } from "../extensions/installed/list-installed.js";
import { readImportReport } from "../logs/stored-imports.js";
import { logFile } from "../logs/server-log.js";
import type { Instance } from "../instance.js";

const prefix = "custom_nodes.";

/**
 * The names of folders and files below `custom_nodes` that node classes come from. ComfyUI's `python_module` is
 * `custom_nodes.` followed by the name of a folder, which may contain dots, or of a file without `.py`; both are
 * returned, as it does not say which. Pure.
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

/** `catalog` settles with undefined when no server is running. Extensions without node classes appear in the log only. */
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
