// Tells pools and queues how many prompts of an owner may run, so that a changed quota also applies to prompts that were
// submitted earlier.

import type { Pictor } from "@pictor/host";
import type { MembersFacet } from "@pictor/kernel";

/** By the names of owners; undefined: any number of prompts. */
export type Limits = ReadonlyMap<string, number | undefined>;

/** Equals no limit, so that the limit is always sent. */
const unknown = Number.NaN;
/** Time limit for each call of a backend, in milliseconds. */
const timeoutMs = 5_000;
const limited = () => ({ signal: AbortSignal.timeout(timeoutMs) });

/** The owners with prompts on a newly opened backend, whose limits come from an earlier run of the server. */
async function presentIn(facet: MembersFacet): Promise<Limits> {
  const { owners } = await facet.status(limited());
  return new Map(owners.map(({ owner = "" }) => [owner, unknown]));
}

export class RunningLimits {
  readonly #pictor: Pick<Pictor, "openedBackends">;
  /** The limits that each backend was told. */
  readonly #told = new WeakMap<MembersFacet, Limits>();

  constructor(pictor: Pick<Pictor, "openedBackends">) {
    this.#pictor = pictor;
  }

  /**
   * Tells each open backend the changed limits of those who may submit. A backend for which this fails is told the next
   * time.
   */
  async tell(limits: Limits): Promise<void> {
    const facets = this.#pictor.openedBackends().flatMap(({ backend }) => backend.facets.members ?? []);
    await Promise.allSettled(facets.map((facet) => this.#tell(facet, limits)));
  }

  async #tell(facet: MembersFacet, limits: Limits): Promise<void> {
    const told = this.#told.get(facet) ?? (await presentIn(facet));
    for (const [owner, limit] of limits)
      if (told.has(owner) && told.get(owner) !== limit) await facet.setOwnerLimit(owner, limit, limited());
    this.#told.set(facet, limits);
  }
}
