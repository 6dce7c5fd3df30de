// Which images the gallery shows.

export interface GalleryFilter {
  /** Words of the prompt, the model or the workflow. */
  readonly search: string;
  /** Id of a workflow; empty: all. */
  readonly workflow: string;
  readonly starred: boolean;
  /** Days such as `2026-08-01`, in the time zone of the person; empty: no limit. */
  readonly from: string;
  readonly to: string;
  /** The trash in place of the gallery. */
  readonly deleted: boolean;
}

export const noFilter: GalleryFilter = {
  ...{ search: "", workflow: "", starred: false, from: "", to: "", deleted: false },
};

/** The time at which a day begins, or has passed but for a millisecond; undefined for no day. */
function timeOf(day: string, clock: string): string | undefined {
  const time = new Date(`${day}T${clock}`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The query of `GET /v1/pictures`. */
export function queryOf({ search, workflow, starred, from, to, deleted }: GalleryFilter) {
  const earliest = timeOf(from, "00:00:00.000");
  const latest = timeOf(to, "23:59:59.999");
  return {
    ...(search.trim() !== "" && { search: search.trim() }),
    ...(workflow !== "" && { workflow }),
    ...(starred && { starred: "true" as const }),
    ...(earliest !== undefined && { from: earliest }),
    ...(latest !== undefined && { to: latest }),
    ...(deleted && { deleted: "true" as const }),
  };
}

/** Whether something besides the trash limits what is shown. */
export const isFiltered = (filter: GalleryFilter): boolean =>
  Object.keys(queryOf({ ...filter, deleted: false })).length > 0;
