// The catalogs of the members: remembers what each one has said about its classes.

import { catalogMsOf } from "@pictor/prompt-life";
import type { Catalog, CatalogOptions, Clock, NodeClass } from "@pictor/kernel/plugin";
import type { Limits } from "../base/limits.js";
import { answersOf } from "../members/answers-of.js";
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

export class MemberCatalogs {
  readonly #clock: Clock;
  readonly #limits: Pick<Limits, "answerMs" | "catalogMs" | "patienceMs">;
  readonly #all = new Map<string, Remembered>();

  constructor(clock: Clock, limits: Pick<Limits, "answerMs" | "catalogMs" | "patienceMs">) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Reads the catalog of a member, as `Backend.catalog`. */
  async read(member: Member, options: CatalogOptions = {}): Promise<Catalog> {
    const { signal, ...asked } = options;
    const catalog = await member.call((backend, limited) => backend.catalog({ ...asked, signal: limited }), {
      signal,
      ms: options.classes === undefined ? catalogMsOf(this.#limits) : this.#limits.answerMs,
    });
    const readAt = this.#clock.now();
    const remembered = this.#of(member.name);
    if (options.classes === undefined) {
      remembered.whole = { catalog, readAt };
      remembered.classes.clear();
    } else
      for (const name of options.classes)
        remembered.classes.set(name, { nodeClass: catalog.get(name), readAt });
    for (const name of options.classes ?? catalog.keys()) remembered.stale.delete(name);
    return catalog;
  }

  /** The classes of a member with these names; asks the member for those that are not known, or no longer certain. */
  async classesOf(member: Member, names: readonly string[], signal?: AbortSignal): Promise<Catalog> {
    const since = this.#clock.now() - this.#limits.catalogMs;
    const { stale } = this.#of(member.name);
    const isCurrent = names.every(
      (name) => (this.#find(member.name, name)?.readAt ?? -Infinity) >= since && !stale.has(name),
    );
    if (!isCurrent) await this.read(member, { classes: names, signal });
    return this.#catalogOf(member.name, names);
  }

  /** As `classesOf` for each member; of one that does not answer soon, what is known of it. */
  async classesOfEach(
    members: readonly Member[],
    names: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly { readonly member: Member; readonly catalog: Catalog | undefined }[]> {
    await answersOf(
      members.filter((member) => member.isReady()),
      (member) => this.classesOf(member, names, signal),
      { clock: this.#clock, ms: this.#limits.patienceMs, signal },
    );
    return members.map((member) => ({ member, catalog: this.known(member.name, names) }));
  }

  /** What is known without asking; undefined if the member was never asked about one of the classes. */
  known(member: string, names: readonly string[]): Catalog | undefined {
    return names.every((name) => this.#find(member, name) !== undefined)
      ? this.#catalogOf(member, names)
      : undefined;
  }

  /** The whole catalog of a member as it was last; undefined if it was never read. */
  whole(member: string): Catalog | undefined {
    return this.#of(member).whole?.catalog;
  }

  /** Asks the member again before the next graph with these classes. */
  forget(member: string, names: readonly string[]): void {
    const { stale } = this.#of(member);
    for (const name of names) stale.add(name);
  }

  #of(member: string): Remembered {
    const found = this.#all.get(member) ?? { classes: new Map<string, Known>(), stale: new Set<string>() };
    this.#all.set(member, found);
    return found;
  }

  #find(member: string, name: string): Known | undefined {
    const { whole, classes } = this.#of(member);
    const single = classes.get(name);
    if (whole === undefined || (single !== undefined && single.readAt >= whole.readAt)) return single;
    return { nodeClass: whole.catalog.get(name), readAt: whole.readAt };
  }

  #catalogOf(member: string, names: readonly string[]): Catalog {
    return new Map(
      names.flatMap((name) => {
        const nodeClass = this.#find(member, name)?.nodeClass;
        return nodeClass === undefined ? [] : [[name, nodeClass] as const];
      }),
    );
  }
}
