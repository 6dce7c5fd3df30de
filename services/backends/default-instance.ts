// Chooses among the instances that need no configuration.

import type { DefaultBackend, ProbeAnswer } from "@pictor/kernel";

/** An instance that was not chosen, although a server answers at its address. */
export interface PassedOver {
  readonly kind: string;
  readonly objection: string;
}

/**
 * The first instance that has no probe, or whose probe answers as expected; undefined if there is none. `probe`
 * resolves to the answer at an address, or to undefined if nothing answers.
 */
export async function chooseDefault(
  defaults: readonly DefaultBackend[],
  probe: (url: string) => Promise<ProbeAnswer | undefined>,
): Promise<{ readonly name: string; readonly passedOver: readonly PassedOver[] } | undefined> {
  const passedOver: PassedOver[] = [];
  for (const { name, settings, probeUrl, objection: objectionTo } of defaults) {
    const answer = probeUrl === undefined ? undefined : await probe(probeUrl);
    if (probeUrl !== undefined && answer === undefined) continue;
    const objection = answer && objectionTo?.(answer);
    if (objection === undefined) return { name, passedOver };
    passedOver.push({ kind: settings.kind, objection });
  }
  return undefined;
}
