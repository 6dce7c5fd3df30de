// Which extensions the running server has loaded, and why others failed.

import { placesOf } from "@pictor/extensions";
import type { Catalog, CallOptions } from "@pictor/kernel/plugin";
import type { ReadLoaded } from "../extensions/installed/list-installed.js";
import { readImportReport } from "../logs/stored-imports.js";
import { logFile } from "../logs/server-log.js";
import type { Instance } from "../instance.js";

/**
 * The names of folders and files below `custom_nodes` that node classes come from. ComfyUI names a file without its
 * `.py`, as it names a folder; both are returned, as it does not say which. Pure.
 */
export const loadedNames = (catalog: Catalog): readonly string[] =>
  [...placesOf(catalog)].flatMap((place) => [place, `${place}.py`]);

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
    return { loaded: new Set([...loaded, ...loadedNames(known)]), failures };
  };
