// Finds an installed extension by one of its names.

import { basename } from "node:path";
import { extensionFault, isSame, readIdentity, requireIdentity } from "@pictor/extensions";
import { didYouMean } from "@pictor/kernel/plugin";
import { withoutCredentials } from "../../git/repository-address.js";
import type { Instance } from "../../instance.js";
import type { Installed } from "./read-installed.js";
import { listInstalled } from "./list-installed.js";

/**
 * Finds an extension by the name of its folder on disk (`Blur.disabled`) or in lists (`Blur`), else by any of its names; of several with
 * the same name, the enabled one. Rejects with `EXTENSION_NOT_INSTALLED` or `EXTENSION_AMBIGUOUS`.
 */
export const findInstalled = async (instance: Instance, id: string): Promise<Installed> =>
  findAmong(instance, id, await listInstalled(instance));

/** Does the same as `findInstalled`, in a list that was read before, and throws instead of rejecting. */
export function findAmong(
  instance: Pick<Instance, "name">,
  id: string,
  all: readonly Installed[],
): Installed {
  const shown = withoutCredentials(id);
  const named = all.filter(({ extension }) => isSame(id, extension));
  const enabled = named.filter(({ extension }) => extension.enabled);
  const byFolder = all.filter(({ found }) => basename(found.path) === id);
  const byPlace = all.filter(({ extension }) => extension.place === id);
  const [one] = [byFolder, byPlace, enabled, named].find((found) => found.length === 1) ?? [];
  if (one !== undefined) return one;
  if (named.length > 0) {
    const places = named.map(({ found: { path } }) => path).join(", ");
    throw extensionFault("EXTENSION_AMBIGUOUS", { id: shown, backend: instance.name, places });
  }
  // This call throws for a string that is not a name; the error does not repeat the string.
  if (readIdentity(id).kind === "refused") requireIdentity(id);
  const known = all.flatMap(({ extension }) => [extension.id, extension.place]);
  const suggestion = didYouMean(shown, known);
  throw extensionFault("EXTENSION_NOT_INSTALLED", { id: shown, backend: instance.name, suggestion });
}
