// The catalogs of the members: remembers what each one has said about its classes.

import type { Catalog, CatalogOptions, Clock, NodeClass } from "@pictor/kernel/plugin";
import type { Member } from "../members/member.js";

interface Known {
  /** Undefined for a class that the member does not have. */
  readonly nodeClass: NodeClass | undefined;
  readonly readAt: number;
}

interface Remembered {
  whole?: { readonly catalog: Catalog; readonly readAt: number };
  readonly classes: Map<string, Known>;
  /** The classes for which the member is asked again, although they are known. */
  readonly stale: Set<string>;
}

export interface MemberCatalogs {
  /** Reads the catalog of a member, as `Backend.catalog`. */
  read(member: Member, options?: CatalogOptions): Promise<Catalog>;
  /** The classes of a member with these names; asks the member for those that are not known, or no longer certain. */
  classesOf(member: Member, names: readonly string[], signal?: AbortSignal): Promise<Catalog>;
  /** What is known without asking; undefined if the member was never asked about one of the classes. */
  known(member: string, names: readonly string[]): Catalog | undefined;
  /** The whole catalog of a member as it was last; undefined if it was never read. */
  whole(member: string): Catalog | undefined;
  /** Asks the member again before the next graph with these classes. */
  forget(member: string, names: readonly string[]): void;
}

export function createMemberCatalogs({
  clock,
  catalogMs,
  answerMs,
}: {
  readonly clock: Clock;
  readonly catalogMs: number;
  readonly answerMs: number;
}): MemberCatalogs {
  const all = new Map<string, Remembered>();
  const of = (member: string): Remembered => {
    const found = all.get(member) ?? { classes: new Map<string, Known>(), stale: new Set<string>() };
    all.set(member, found);
    return found;
  };
  const find = (member: string, name: string): Known | undefined => {
    const { whole, classes } = of(member);
    const single = classes.get(name);
    if (whole === undefined || (single !== undefined && single.readAt >= whole.readAt)) return single;
    return { nodeClass: whole.catalog.get(name), readAt: whole.readAt };
  };
  const catalogOf = (member: string, names: readonly string[]): Catalog =>
    new Map(
      names.flatMap((name) => {
        const nodeClass = find(member, name)?.nodeClass;
        return nodeClass === undefined ? [] : [[name, nodeClass] as const];
      }),
    );

  const catalogs: MemberCatalogs = {
    async read(member, options = {}) {
      const { signal, ...asked } = options;
      const catalog = await member.call(
        (backend, limited) => backend.catalog({ ...asked, signal: limited }),
        // A catalog has megabytes, and a server that has just started takes a while to describe its classes.
        { signal, ms: options.classes === undefined ? answerMs * 9 : answerMs },
      );
      const readAt = clock.now();
      const remembered = of(member.name);
      if (options.classes === undefined) {
        remembered.whole = { catalog, readAt };
        remembered.classes.clear();
      } else
        for (const name of options.classes)
          remembered.classes.set(name, { nodeClass: catalog.get(name), readAt });
      for (const name of options.classes ?? catalog.keys()) remembered.stale.delete(name);
      return catalog;
    },
    async classesOf(member, names, signal) {
      const since = clock.now() - catalogMs;
      const { stale } = of(member.name);
      const isCurrent = names.every(
        (name) => (find(member.name, name)?.readAt ?? -Infinity) >= since && !stale.has(name),
      );
      if (!isCurrent)
        await catalogs.read(member, { classes: names, ...(signal !== undefined && { signal }) });
      return catalogOf(member.name, names);
    },
    known: (member, names) =>
      names.every((name) => find(member, name) !== undefined) ? catalogOf(member, names) : undefined,
    whole: (member) => of(member).whole?.catalog,
    forget(member, names) {
      const { stale } = of(member);
      for (const name of names) stale.add(name);
    },
  };
  return catalogs;
}
