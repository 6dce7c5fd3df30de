// The tool get_job: a job as it is now, or when it has ended.

import { inputs, text } from "../schema/json-schema.js";
import { defineTool, reads } from "../schema/tool.js";
import { followJob, waitArgument } from "./follow-job.js";
import { imageArgument, jobResult } from "./job-result.js";
import { jobSchema } from "./job-view.js";

export const getJob = defineTool({
  name: "get_job",
  title: "Get a job",
  description:
    "Returns a job: its state, its progress and, when it has ended, its images. With wait_seconds it waits for the end, which is " +
    "better than asking often.",
  scope: "read",
  annotations: reads,
  input: inputs({ job: text("Id of the job"), wait_seconds: waitArgument(0), image: imageArgument }, ["job"]),
  output: jobSchema,
  run: async ({ job, wait_seconds: seconds = 0, image = "medium" }, call) =>
    jobResult(await followJob(job, seconds, call), image, call),
});
