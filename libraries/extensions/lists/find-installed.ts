// Finds an installed extension by one of its names.

import { didYouMean, type InstalledExtension } from "@pictor/kernel/plugin";
import { extensionFault } from "../faults.js";
import { withoutCredentials } from "../names/credentials.js";
import { isSame, readIdentity, requireIdentity } from "../names/identity.js";

/** What a backend knows of an extension that is installed on it. */
interface Installed {
  readonly extension: InstalledExtension;
}

/**
 * Finds an extension by the name of its folder on disk (`Blur.disabled`) or in lists (`Blur`), else by any of its
 * names; of several with the same name, the enabled one. `pathOf` gives the path or the folder on disk. Throws
 * `EXTENSION_NOT_INSTALLED` or `EXTENSION_AMBIGUOUS`, and `EXTENSION_ID_REFUSED` for a text that is no name.
 */
export function findInstalled<One extends Installed>(
  backend: string,
  id: string,
  all: readonly One[],
  pathOf: (one: One) => string,
): One {
  const shown = withoutCredentials(id);
  const named = all.filter(({ extension }) => isSame(id, extension));
  const enabled = named.filter(({ extension }) => extension.enabled);
  const byFolder = all.filter((one) => pathOf(one).split(/[\\/]/).at(-1) === id);
  const byPlace = all.filter(({ extension }) => extension.place === id);
  const [one] = [byFolder, byPlace, enabled, named].find((found) => found.length === 1) ?? [];
  if (one !== undefined) return one;
  if (named.length > 0) {
    const places = named.map(pathOf).join(", ");
    throw extensionFault("EXTENSION_AMBIGUOUS", { id: shown, backend, places });
  }
  // This call throws for a string that is not a name; the error does not repeat the string.
  if (readIdentity(id).kind === "refused") requireIdentity(id);
  const known = all.flatMap(({ extension }) => [extension.id, extension.place]);
  throw extensionFault("EXTENSION_NOT_INSTALLED", {
    id: shown,
    backend,
    suggestion: didYouMean(shown, known),
  });
}

/** Throws `EXTENSION_ALREADY_INSTALLED` if the extension is installed under any of its names. */
export function requireAbsent(backend: string, id: string, all: readonly Installed[]): void {
  const there = all.find(({ extension }) => isSame(id, extension))?.extension;
  if (there === undefined) return;
  const place = there.enabled ? there.place : `${there.place} (disabled)`;
  throw extensionFault("EXTENSION_ALREADY_INSTALLED", { id: withoutCredentials(id), backend, place });
}
