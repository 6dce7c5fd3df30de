// A prompt as the jobs API shows it: waiting, running or finished, in one shape. Members that say nothing are left out.
import { isObject } from "../../json.js";
import type { HistoryEntry } from "../history.js";
import { wireNumber, type QueueItem } from "../queue.js";
import { previewOf, producedFiles } from "./produced-files.js";

export type JobStatus = "pending" | "in_progress" | "completed" | "failed";

export const jobStatuses: readonly JobStatus[] = ["pending", "in_progress", "completed", "failed"];

export interface Job {
  readonly id: string;
  readonly status: JobStatus;
  /** `extra_data.extra_pnginfo.workflow.id`. */
  readonly workflowId: unknown;
  /** Milliseconds since 1970. */
  readonly createTime: number;
  /** Milliseconds; 0 until the job has ended. */
  readonly durationMs: number;
  /** The members on the wire, in their order. */
  readonly summary: Readonly<Record<string, unknown>>;
  /** What the answer about this one job adds. */
  readonly details: Readonly<Record<string, unknown>>;
}

export function queuedJob(item: QueueItem, status: "pending" | "in_progress"): Job {
  const known = { id: item.promptId, status, ...origin(item.extraData), durationMs: 0 };
  return {
    ...known,
    summary: pruned({
      ...heading(known, wireNumber(item)),
      outputs_count: 0,
      workflow_id: known.workflowId,
    }),
    details: {},
  };
}

export function finishedJob(id: string, { prompt, outputs, status: verdict }: HistoryEntry): Job {
  const [number, , graph, extra] = prompt;
  const messages = new Map(verdict.messages);
  const at = (...types: string[]): unknown =>
    types.map((type) => messages.get(type)?.["timestamp"]).find((time) => time !== undefined);
  const start = at("execution_start");
  const end = at("execution_success", "execution_error", "execution_interrupted");
  const extraData = isObject(extra) ? extra : {};
  const known = {
    id,
    status: verdict.status_str === "success" ? "completed" : "failed",
    ...origin(extraData),
    durationMs: typeof start === "number" && typeof end === "number" ? end - start : 0,
  } as const;
  const files = producedFiles(outputs);
  return {
    ...known,
    summary: pruned({
      ...heading(known, number),
      execution_start_time: start,
      execution_end_time: end,
      execution_error: messages.get("execution_error"),
      outputs_count: files.length,
      preview_output: previewOf(files),
      workflow_id: known.workflowId,
    }),
    details: { outputs, execution_status: verdict, workflow: { prompt: graph, extra_data: extraData } },
  };
}

/** As the real server has it, `extra_pnginfo` or its `workflow` may be absent, but throws when it is no object. */
function origin(extraData: Readonly<Record<string, unknown>>): Pick<Job, "workflowId" | "createTime"> {
  const createTime = extraData["create_time"];
  const workflow = member(member(extraData, "extra_pnginfo"), "workflow");
  return { workflowId: workflow["id"], createTime: typeof createTime === "number" ? createTime : 0 };
}

function member(holder: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const value = name in holder ? holder[name] : {};
  if (!isObject(value)) throw new TypeError(`${name} is not an object`);
  return value;
}

const heading = (job: Pick<Job, "id" | "status" | "createTime">, priority: unknown): object => ({
  id: job.id,
  status: job.status,
  priority,
  create_time: job.createTime,
});

const pruned = (members: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]: [string, unknown]) => value !== undefined && value !== null),
  );
