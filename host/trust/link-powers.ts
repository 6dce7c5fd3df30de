// The powers of links: a path in a project file may lead elsewhere by a link, and the link may be turned later.

import { absolutePath, realPathOfExisting } from "@pictor/kernel";
import { isNetworkPath } from "./network-path.js";
import { createPower, type Power } from "./power.js";
import { quoteValue } from "./shown.js";

/** Where a path leads. A relative path starts at the folder. `isLink`: it is another place than the path says. */
export function placeOf(folder: string, path: string): { readonly real: string; readonly isLink: boolean } {
  const given = absolutePath(path.replaceAll("\0", ""), realPathOfExisting(folder));
  const real = isNetworkPath(path) ? given : realPathOfExisting(given);
  return { real, isLink: real !== given };
}

/** A path as a user should see it: also where it leads, if a link leads elsewhere. */
export function quotePath(folder: string, path: string): string {
  const { real, isLink } = placeOf(folder, path);
  return isLink ? `${quoteValue(path)}, which leads to ${quoteValue(real)}` : quoteValue(path);
}

/**
 * One power for each of the texts that is a path and leads elsewhere by a link. Its place belongs to the powers that the user has
 * seen: with another place, it is another power.
 */
export const linkPowers = (texts: readonly string[], folder: string, pointer: string): readonly Power[] =>
  [...new Set(texts)].flatMap((path) => {
    const { real, isLink } = placeOf(folder, path);
    if (!isLink) return [];
    const text = `uses ${quotePath(folder, path)}, for ${quoteValue(pointer.slice(1))}`;
    return [createPower(pointer, text, () => ["link", path, real], { isNamed: true })];
  });
