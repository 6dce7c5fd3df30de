// Shared by the `catalog` commands: reads the node classes of a backend, and checks the names of classes.

import { didYouMean, type BackendInfo, type Catalog } from "@pictor/kernel";
import { UsageError } from "../../base/usage-error.js";
import type { BackendOption } from "../../definition/backend-option.js";
import type { CommandHost } from "../../session/command-host.js";
import { oneLine } from "../../text/plain-text.js";

/** The current node classes of a backend, and its description. */
export async function readCatalog(
  { kernel, signal }: CommandHost,
  { backend: name }: BackendOption,
): Promise<{ readonly info: BackendInfo; readonly catalog: Catalog }> {
  const { backend } = await kernel.openBackend(name);
  const [info, catalog] = [await backend.info({ signal }), await backend.catalog({ signal })];
  return { info, catalog };
}

/** Throws a UsageError for the first name that the catalog does not have. */
export function requireClasses(names: readonly string[], catalog: Catalog, { title }: BackendInfo): void {
  for (const name of names) {
    if (catalog.has(name)) continue;
    const near = didYouMean(name, catalog.keys());
    const hint = `\`pictor catalog list --search TEXT\` finds names.${near}`;
    throw new UsageError("USAGE_ARGUMENT", `${oneLine(title)} has no node class "${name}".`, hint);
  }
}
