// Settings that the template chose because the user gave none. Records name these settings so that a run can be repeated.

import type { Params } from "@pictor/kernel/plugin";

/** The chosen values without those that the user gave in `settings`, for `draft.chosenParams`. */
export const omitGivenSettings = (chosen: Params, settings: object): Params =>
  Object.fromEntries(
    Object.entries(chosen).filter(
      ([name]) => (settings as Readonly<Record<string, unknown>>)[name] === undefined,
    ),
  );
