// The filter that decides which images the gallery shows.

export interface GalleryFilter {
  /** Words to search in the prompt, the model and the workflow. */
  readonly search: string;
  /** Id of a workflow; empty for all workflows. */
  readonly workflow: string;
  readonly starred: boolean;
  /** First and last day, such as `2026-08-01`, in the time zone of the user; empty for no limit. */
  readonly from: string;
  readonly to: string;
  /** Whether the trash is shown instead of the gallery. */
  readonly deleted: boolean;
}

export const noFilter: GalleryFilter = {
  search: "",
  workflow: "",
  starred: false,
  from: "",
  to: "",
  deleted: false,
};

/** A time on a day, for the start or the last millisecond of the day; undefined for an empty day. */
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

/** Whether the filter, apart from the trash, limits the shown images. */
export const isFiltered = (filter: GalleryFilter): boolean =>
  Object.keys(queryOf({ ...filter, deleted: false })).length > 0;
