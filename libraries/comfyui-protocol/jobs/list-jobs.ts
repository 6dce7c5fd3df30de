// Filters, sorts and pages the list of `/api/jobs`, and checks its query parameters.
import { jobStatuses, type Job } from "./job.js";

export interface JobQuery {
  /** An empty list selects every status. */
  readonly statuses: readonly string[];
  readonly workflowId: string | undefined;
  readonly sortBy: "created_at" | "execution_duration";
  readonly descending: boolean;
  readonly limit: number | undefined;
  readonly offset: number;
}

/** Returns the query, or the error text of a reply with status 400. A negative offset counts as 0. */
export function readJobQuery(query: URLSearchParams): JobQuery | { readonly error: string } {
  const statuses = (query.get("status") ?? "").split(",").flatMap((word) => word.trim().toLowerCase() || []);
  const unknown = statuses.filter((status) => !(jobStatuses as readonly string[]).includes(status));
  if (unknown.length > 0) {
    const valid = jobStatuses.join(", ");
    return { error: `Invalid status value(s): ${unknown.join(", ")}. Valid values: ${valid}` };
  }
  const sortBy = (query.get("sort_by") ?? "created_at").toLowerCase();
  if (sortBy !== "created_at" && sortBy !== "execution_duration") {
    return { error: "sort_by must be 'created_at' or 'execution_duration'" };
  }
  const order = (query.get("sort_order") ?? "desc").toLowerCase();
  if (order !== "asc" && order !== "desc") return { error: "sort_order must be 'asc' or 'desc'" };
  const limit = integer(query.get("limit"));
  if (Number.isNaN(limit)) return { error: "limit must be an integer" };
  if (limit !== undefined && limit <= 0) return { error: "limit must be a positive integer" };
  const offset = integer(query.get("offset"));
  if (Number.isNaN(offset)) return { error: "offset must be an integer" };
  return {
    statuses,
    workflowId: query.get("workflow_id") ?? undefined,
    sortBy,
    descending: order === "desc",
    limit,
    offset: Math.max(0, offset ?? 0),
  };
}

const integer = (text: string | null): number | undefined =>
  text === null ? undefined : /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : Number.NaN;

/** Builds the body of the reply to `/api/jobs`. */
export function listJobs(jobs: readonly Job[], query: JobQuery): object {
  const { statuses, workflowId, limit, offset } = query;
  const found = jobs
    .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    .filter((job) => workflowId === undefined || workflowId === "" || job.workflowId === workflowId)
    .sort((a, b) =>
      query.descending ? sortKey(b, query) - sortKey(a, query) : sortKey(a, query) - sortKey(b, query),
    );
  const page = found.slice(offset, limit === undefined ? undefined : offset + limit);
  const has_more = offset + page.length < found.length;
  return {
    jobs: page.map(({ summary }) => summary),
    pagination: { offset, limit: limit ?? null, total: found.length, has_more },
  };
}

const sortKey = (job: Job, { sortBy }: JobQuery): number =>
  sortBy === "created_at" ? job.createTime : job.durationMs;
