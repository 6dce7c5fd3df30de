// The catalog of the pool: that of all members together.

import { unionCatalog } from "@pictor/farm";
import type { Catalog, CatalogOptions } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { answersOf } from "../members/answers-of.js";
import { noAnswer, settleMembers } from "../members/settle-members.js";

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
    const { catalogs, clock, limits, members, name } = core;
    const { classes, signal } = options;
    await settleMembers(core, signal);
    const all = [...members.values()];
    const found = await answersOf(
      all.filter((member) => member.isReady()),
      (member) => catalogs.read(member, options),
      { clock, ms: limits.answerMs, signal },
    );
    if (found.size === 0) throw noAnswer(name, all);
    // A member that does not answer keeps what is known of it, so that its classes stay in the catalog.
    const known = (member: string): Catalog | undefined =>
      classes === undefined ? catalogs.whole(member) : catalogs.known(member, classes);
    const read = all.map((member) => ({ member, catalog: found.get(member.name) ?? known(member.name) }));
    return combine(
      new Map(
        read.flatMap(({ member, catalog }) =>
          catalog === undefined ? [] : [[member.name, catalog] as const],
        ),
      ),
    );
  };
}
