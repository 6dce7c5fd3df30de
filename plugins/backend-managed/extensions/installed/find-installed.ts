// Which of the extensions that are there a text means.

import { basename } from "node:path";
import { extensionFault, isSame, readIdentity, requireIdentity } from "@pictor/extensions";
import { didYouMean } from "@pictor/kernel/plugin";
import { withoutCredentials } from "../../git/repository-address.js";
import type { Instance } from "../../instance.js";
import type { Installed } from "./read-installed.js";
import { listInstalled } from "./list-installed.js";

/**
 * By its folder, as it is called on disk (`Blur.disabled`) or in lists (`Blur`), else by any of its names; of several that
 * share a name, the one that is enabled. Throws `EXTENSION_NOT_INSTALLED` and `EXTENSION_AMBIGUOUS`.
 */
export const findInstalled = async (instance: Instance, id: string): Promise<Installed> =>
  findAmong(instance, id, await listInstalled(instance));

/** The same where the list is known. */
export function findAmong(
  instance: Pick<Instance, "name">,
  id: string,
  all: readonly Installed[],
): Installed {
  const shown = withoutCredentials(id);
  const named = all.filter(({ extension }) => isSame(id, extension));
  const enabled = named.filter(({ extension }) => extension.enabled);
  const called = all.filter(({ found }) => basename(found.path) === id);
  const placed = all.filter(({ extension }) => extension.place === id);
  const [one] = [called, placed, enabled, named].find((found) => found.length === 1) ?? [];
  if (one !== undefined) return one;
  if (named.length > 0) {
    const places = named.map(({ found: { path } }) => path).join(", ");
    throw extensionFault("EXTENSION_AMBIGUOUS", { id: shown, backend: instance.name, places });
  }
  // A text that names nothing is told as such, and never repeated as it is.
  if (readIdentity(id).kind === "refused") requireIdentity(id);
  const known = all.flatMap(({ extension }) => [extension.id, extension.place]);
  const suggestion = didYouMean(shown, known);
  throw extensionFault("EXTENSION_NOT_INSTALLED", { id: shown, backend: instance.name, suggestion });
}
