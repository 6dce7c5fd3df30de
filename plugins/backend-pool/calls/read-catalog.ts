// The catalog of the pool: that of all members together.

import { unionCatalog } from "@pictor/farm";
import { fault, type Catalog, type CatalogOptions } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { describeFailures, settleMembers } from "../members/settle-members.js";

/** Returns a function that reads the catalog. A union is made once for the same catalogs of the members. */
export function createCatalogReader(core: Core): (options?: CatalogOptions) => Promise<Catalog> {
  let last: { readonly parts: ReadonlyMap<string, Catalog>; readonly union: Catalog } | undefined;

  const combine = (parts: ReadonlyMap<string, Catalog>): Catalog => {
    const isSame =
      last?.parts.size === parts.size &&
      [...parts].every(([name, catalog]) => last?.parts.get(name) === catalog);
    if (last === undefined || !isSame) last = { parts, union: unionCatalog(parts) };
    return last.union;
  };

  return async (options = {}) => {
    const { catalogs, members, name } = core;
    const { classes, signal } = options;
    await settleMembers(name, members, { ...core, signal });
    const read = await Promise.all(
      [...members.values()].map(async (member) => {
        // A member that does not answer keeps what is known of it, so that its classes stay in the catalog.
        const known = (): Catalog | undefined =>
          classes === undefined ? catalogs.whole(member.name) : catalogs.known(member.name, classes);
        if (member.health().state !== "ready") return { member, catalog: known(), isFresh: false };
        try {
          return { member, catalog: await catalogs.read(member, options), isFresh: true };
        } catch {
          signal?.throwIfAborted();
          return { member, catalog: known(), isFresh: false };
        }
      }),
    );
    if (!read.some(({ isFresh }) => isFresh))
      throw fault("BACKEND_UNREACHABLE", {
        url: name,
        reason: `no member of the pool answers (${describeFailures(members.values())})`,
      });
    return combine(
      new Map(
        read.flatMap(({ member, catalog }) =>
          catalog === undefined ? [] : [[member.name, catalog] as const],
        ),
      ),
    );
  };
}
