// A prompt in the form of the jobs API, whether it is pending, running or finished.
import { isRecord, recordOrEmpty } from "@pictor/kernel/plugin";
import type { HistoryEntry } from "../prompts/history-entry.js";
import { jsonNumber, type QueuedPrompt } from "../prompts/queued-prompt.js";
import { outputFiles, previewOf } from "./output-files.js";

type JobStatus = "pending" | "in_progress" | "completed" | "failed" | "cancelled";

export const jobStatuses: readonly JobStatus[] = [
  "pending",
  "in_progress",
  "completed",
  "failed",
  "cancelled",
];

/** An interrupted prompt is cancelled, as on servers since version 0.9. */
function endingOf({ status_str: ending, messages }: HistoryEntry["status"]): JobStatus {
  if (ending === "success") return "completed";
  return messages.some(([type]) => type === "execution_interrupted") ? "cancelled" : "failed";
}

export interface Job {
  readonly id: string;
  readonly status: JobStatus;
  /** The workflow id: `extra_data.extra_pnginfo.workflow.id`. */
  readonly workflowId: unknown;
  /** Time of the submission in milliseconds since 1970. */
  readonly createTime: number;
  /** Milliseconds from start to end; 0 until the job has ended. */
  readonly durationMs: number;
  /** The members of the job in the list, in order. */
  readonly summary: Readonly<Record<string, unknown>>;
  /** The members that the reply about this one job adds. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The members of a queued prompt that its job shows. */
export type JobItem = Omit<QueuedPrompt, "outputs">;

export function queuedJob(item: JobItem, status: "pending" | "in_progress"): Job {
  const known = { id: item.promptId, status, ...origin(item.extraData), durationMs: 0 };
  return {
    ...known,
    summary: withoutNulls({
      ...commonMembers(known, jsonNumber(item)),
      outputs_count: 0,
      workflow_id: known.workflowId,
    }),
    // As on servers since version 0.34.
    details: { workflow: { prompt: item.jsonGraph, extra_data: item.extraData } },
  };
}

export function finishedJob(id: string, { prompt, outputs, status: outcome }: HistoryEntry): Job {
  const [number, , graph, extra] = prompt;
  const messages = new Map(outcome.messages);
  const timestampOf = (...types: string[]): unknown =>
    types.map((type) => messages.get(type)?.["timestamp"]).find((time) => time !== undefined);
  const start = timestampOf("execution_start");
  const end = timestampOf("execution_success", "execution_error", "execution_interrupted");
  const extraData = recordOrEmpty(extra);
  const known = {
    id,
    status: endingOf(outcome),
    ...origin(extraData),
    durationMs: typeof start === "number" && typeof end === "number" ? end - start : 0,
  } as const;
  const files = outputFiles(outputs);
  return {
    ...known,
    summary: withoutNulls({
      ...commonMembers(known, number),
      execution_start_time: start,
      execution_end_time: end,
      execution_error: messages.get("execution_error"),
      outputs_count: files.length,
      preview_output: previewOf(files),
      workflow_id: known.workflowId,
    }),
    details: { outputs, execution_status: outcome, workflow: { prompt: graph, extra_data: extraData } },
  };
}

/** As on real servers, `extra_pnginfo` and its `workflow` may be absent; if one of them is not an object, this throws. */
function origin(extraData: Readonly<Record<string, unknown>>): Pick<Job, "workflowId" | "createTime"> {
  const createTime = extraData["create_time"];
  const workflow = member(member(extraData, "extra_pnginfo"), "workflow");
  return { workflowId: workflow["id"], createTime: typeof createTime === "number" ? createTime : 0 };
}

function member(holder: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const value = name in holder ? holder[name] : {};
  if (!isRecord(value)) throw new TypeError(`The member ${name} of extra_data is not an object`);
  return value;
}

const commonMembers = (job: Pick<Job, "id" | "status" | "createTime">, priority: unknown): object => ({
  id: job.id,
  status: job.status,
  priority,
  create_time: job.createTime,
});

/** Omits members without a value. */
const withoutNulls = (members: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]: [string, unknown]) => value !== undefined && value !== null),
  );
