// Orders taps: first by band or phase, then by `after`, then by the id of the owner. The order of registration has no
// effect.

import { didYouMean } from "../base/nearest.js";
import { fault } from "../base/errors/error-catalog.js";
import { sortByDependencies } from "../authoring/topology.js";
import type { HookDefinition } from "./hook-definition.js";
import type { Tap } from "./tap.js";

function sortPlace(
  { name: hook, placeKind }: HookDefinition,
  place: string,
  taps: readonly Tap[],
): readonly Tap[] {
  const owners = new Set(taps.map((tap) => tap.owner));
  for (const tap of taps) {
    for (const after of tap.after) {
      if (owners.has(after)) continue;
      throw fault("HOOK_ORDER_UNKNOWN", {
        owner: tap.owner,
        after,
        hook,
        place: `${placeKind} ${place}`,
        suggestion: didYouMean(after, owners),
      });
    }
  }
  const sorted = sortByDependencies([...owners], (owner) =>
    taps.filter((tap) => tap.owner === owner).flatMap((tap) => tap.after),
  );
  if (sorted.cycle !== undefined) throw fault("HOOK_ORDER_CYCLE", { hook, path: sorted.cycle.join(" -> ") });
  return sorted.order.flatMap((owner) =>
    taps.filter((tap) => tap.owner === owner).sort((a, b) => (a.handler < b.handler ? -1 : 1)),
  );
}

/** Sorts the taps of one hook. Throws `HOOK_ORDER_UNKNOWN` or `HOOK_ORDER_CYCLE` with the path. */
export function orderTaps(hook: HookDefinition, taps: readonly Tap[]): readonly Tap[] {
  return hook.places.flatMap((place) =>
    sortPlace(
      hook,
      place,
      taps.filter((tap) => tap.place === place),
    ),
  );
}
