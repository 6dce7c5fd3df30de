// The places of waiting prompts in their queues, which all prompts of a queue ask for together.

import type { Session } from "../base/session.js";
import type { SetId } from "../bull/jobs.js";
import { createRecent } from "./recent.js";

/** How many prompts of its queue are before a prompt; undefined for one that does not wait, or has just come. */
export type PlaceOf = (set: SetId, id: string) => Promise<number | undefined>;

export const placesIn = (ids: readonly string[]): ReadonlyMap<string, number> =>
  new Map(ids.map((id, place) => [id, place]));

export function createPlaces({ clock, queues }: Pick<Session, "clock" | "queues">): PlaceOf {
  const places = createRecent(clock, async (set: SetId) => placesIn(await queues.ids(set, "prioritized")));
  return async (set, id) => (await places(set)).get(id);
}
