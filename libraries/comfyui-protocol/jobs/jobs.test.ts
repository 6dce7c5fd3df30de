// The jobs API without a server: form of a job, filters, order, pages, rejected parameters.
import { describe, expect, it } from "vitest";
import type { HistoryEntry, HistoryMessage } from "../prompts/history-entry.js";
import { finishedJob, queuedJob } from "./job.js";
import { listJobs, readJobQuery, type JobQuery } from "./list-jobs.js";

const file = (filename: string, type: "output" | "temp") => ({ filename, subfolder: "", type }) as const;

interface Finished {
  readonly ending: HistoryMessage;
  readonly outputs?: HistoryEntry["outputs"];
  readonly extraData?: object;
}

const entry = ({ ending, outputs = {}, extraData = {} }: Finished): HistoryEntry => ({
  prompt: [7, "id", { "1": {} }, { create_time: 1000, ...extraData }, ["1"]],
  outputs,
  status: {
    status_str: ending[0] === "execution_success" ? "success" : "error",
    completed: ending[0] === "execution_success",
    messages: [["execution_start", { timestamp: 1500 }], ["execution_cached", { timestamp: 1501 }], ending],
  },
  meta: {},
});

describe("a job", () => {
  const waiting = {
    number: 3,
    hasClientNumber: false,
    graph: {},
    jsonGraph: {},
    outputs: [],
    promptId: "id",
  };

  it("that is pending or running shows no times, and a workflow id only if there is one", () => {
    const extraData = { create_time: 5, extra_pnginfo: { workflow: { id: "wf" } } };
    expect(queuedJob({ ...waiting, extraData }, "pending").summary).toEqual({
      id: "id",
      status: "pending",
      priority: 3,
      create_time: 5,
      outputs_count: 0,
      workflow_id: "wf",
    });
    expect(queuedJob({ ...waiting, extraData: {} }, "in_progress").summary).not.toHaveProperty("workflow_id");
  });

  it("that succeeded counts files, not texts, and prefers an output file over a temporary one as preview", () => {
    const outputs = {
      "1": { text: ["a", "b"] },
      "2": { images: [file("t.png", "temp")] },
      "3": { images: [file("o.png", "output")], animated: [true] },
    };
    const job = finishedJob("id", entry({ ending: ["execution_success", { timestamp: 2500 }], outputs }));
    expect(job.summary).toEqual({
      id: "id",
      status: "completed",
      priority: 7,
      create_time: 1000,
      execution_start_time: 1500,
      execution_end_time: 2500,
      outputs_count: 2,
      preview_output: { ...file("o.png", "output"), nodeId: "3", mediaType: "images" },
    });
    expect(Object.keys(job.details)).toEqual(["outputs", "execution_status", "workflow"]);
  });

  it("that failed contains the error; one that was interrupted is cancelled and does not", () => {
    const failed = finishedJob("id", entry({ ending: ["execution_error", { timestamp: 2, node_id: "1" }] }));
    expect(failed.summary).toMatchObject({ status: "failed", execution_error: { node_id: "1" } });
    const stopped = finishedJob("id", entry({ ending: ["execution_interrupted", { timestamp: 2 }] }));
    expect(stopped.summary).toMatchObject({ status: "cancelled", execution_end_time: 2 });
    expect(stopped.summary).not.toHaveProperty("execution_error");
  });

  it.each([{ extra_pnginfo: null }, { extra_pnginfo: { workflow: null } }])(
    "with a null workflow makes the list fail, as on real servers: %j",
    (extraData) => {
      const ending = ["execution_success", { timestamp: 2 }] as const;
      expect(() => finishedJob("id", entry({ ending, extraData }))).toThrow(TypeError);
    },
  );
});

describe("the list", () => {
  const done = (id: string, createTime: number, durationMs: number) => ({
    ...finishedJob(id, entry({ ending: ["execution_success", { timestamp: 0 }] })),
    createTime,
    durationMs,
    summary: { id },
  });
  const jobs = [done("a", 10, 300), done("b", 30, 100), done("c", 20, 200)];
  const ids = (query: string): unknown => {
    const read = readJobQuery(new URLSearchParams(query)) as JobQuery;
    return (listJobs(jobs, read) as { jobs: { id: string }[] }).jobs.map(({ id }) => id).join("");
  };

  it.each([
    ["", "bca"],
    ["sort_order=ASC", "acb"],
    ["sort_by=execution_duration", "acb"],
    ["limit=1&offset=1", "c"],
    ["offset=-4", "bca"],
    ["status=", "bca"],
    ["status=COMPLETED,failed", "bca"],
    ["status=pending", ""],
    ["workflow_id=nobody", ""],
  ])("of ?%s is %s", (query, expected) => {
    expect(ids(query)).toBe(expected);
  });

  it("describes the position of the page", () => {
    const query = readJobQuery(new URLSearchParams("limit=2")) as JobQuery;
    expect(listJobs(jobs, query)).toMatchObject({
      pagination: { offset: 0, limit: 2, total: 3, has_more: true },
    });
  });

  it.each([
    [
      "status=nope",
      "Invalid status value(s): nope. Valid values: pending, in_progress, completed, failed, cancelled",
    ],
    ["limit=0", "limit must be a positive integer"],
    ["limit=", "limit must be an integer"],
    ["offset=x", "offset must be an integer"],
    ["sort_by=name", "sort_by must be 'created_at' or 'execution_duration'"],
    ["sort_order=up", "sort_order must be 'asc' or 'desc'"],
  ])("rejects ?%s", (query, error) => {
    expect(readJobQuery(new URLSearchParams(query))).toEqual({ error });
  });
});
