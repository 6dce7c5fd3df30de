// Which packs the node classes of a server come from: all that is known of a server without a Manager. Pure.

import { identityOf } from "@pictor/extensions";
import type { Catalog, InstalledExtension } from "@pictor/kernel/plugin";

/** `custom_nodes.<folder, or file without its ending>`. */
const packModule = /^custom_nodes\.(.+)$/s;

/** Folders and files below `custom_nodes` that node classes come from. */
export function placesIn(catalog: Catalog): ReadonlySet<string> {
  const modules = [...catalog.values()].map(({ module = "" }) => packModule.exec(module)?.[1]);
  return new Set(modules.filter((place) => place !== undefined));
}

/** What has loaded, and no more: neither what failed nor what is disabled has classes. */
export const extensionsIn = (catalog: Catalog): readonly InstalledExtension[] =>
  [...placesIn(catalog)].map((place) => ({
    id: identityOf(place) ?? place,
    place,
    origin: "unknown",
    repositories: [],
    enabled: true,
    loaded: true,
  }));
