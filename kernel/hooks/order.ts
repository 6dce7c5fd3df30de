// The order of taps: places (bands or phases) first, then `after`, then the owner's id. Independent of arrival.

import { didYouMean } from "../errors/nearest.js";
import { fault } from "../errors/catalogue.js";
import { sortByDependencies } from "./topology.js";
import { bands, phases, type HookName } from "./types.js";
import type { Tap } from "./tap.js";

/** What is written in them is a credential; only requests have those. */
export const credentialBands: ReadonlySet<string> = new Set(["auth", "sign"]);
const commonBands = bands.filter((band) => !credentialBands.has(band));

/** Bands, or phases for `buildWorkflow`; the same as in the schema of the manifest. */
export const placesOf = (hook: HookName): readonly string[] =>
  hook === "buildWorkflow" ? phases : hook === "beforeSend" ? bands : commonBands;

function sortPlace(hook: HookName, place: string, taps: readonly Tap[]): readonly Tap[] {
  const owners = new Set(taps.map((tap) => tap.owner));
  for (const tap of taps) {
    for (const after of tap.after) {
      if (owners.has(after)) continue;
      throw fault("HOOK_ORDER_UNKNOWN", {
        owner: tap.owner,
        after,
        hook,
        place: hook === "buildWorkflow" ? `phase ${place}` : `band ${place}`,
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

/** Sorts the taps of one hook. Throws `HOOK_ORDER_UNKNOWN` or `HOOK_ORDER_CYCLE` (with the path). */
export function orderTaps(hook: HookName, taps: readonly Tap[]): readonly Tap[] {
  return placesOf(hook).flatMap((place) =>
    sortPlace(
      hook,
      place,
      taps.filter((tap) => tap.place === place),
    ),
  );
}
