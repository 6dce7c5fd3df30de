// Tells pools and queues how many prompts of an owner may run, so that a changed quota counts at once for prompts that
// were submitted before.

import type { Pictor } from "@pictor/host";
import type { MembersFacet } from "@pictor/kernel";

/** By the names of owners; undefined: any number of prompts. */
export type Limits = ReadonlyMap<string, number | undefined>;

/** No limit is the same: it is told in any case. */
const unknown = Number.NaN;
/** Time limit for each call of a backend, in milliseconds. */
const timeoutMs = 5_000;
const limited = () => ({ signal: AbortSignal.timeout(timeoutMs) });

/** The owners with prompts in a backend that was opened a moment ago, whose limits come from an earlier run of the server. */
async function presentIn(facet: MembersFacet): Promise<Limits> {
  const { owners } = await facet.status(limited());
  return new Map(owners.map(({ owner = "" }) => [owner, unknown]));
}

export class RunningLimits {
  readonly #pictor: Pick<Pictor, "openedBackends">;
  /** What each backend knows. */
  readonly #told = new WeakMap<MembersFacet, Limits>();

  constructor(pictor: Pick<Pictor, "openedBackends">) {
    this.#pictor = pictor;
  }

  /** Tells each open backend what has changed in the limits of those who may submit. One that fails is told the next time. */
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
