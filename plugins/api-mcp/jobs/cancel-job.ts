// The tool cancel_job: cancels one job.

import { isEnded } from "@pictor/client";
import { inputs, text } from "../schema/json-schema.js";
import { defineTool } from "../schema/tool.js";
import { followJob } from "./follow-job.js";
import { jobSchema, jobView } from "./job-view.js";

/** How long the call waits until the backend has confirmed, in seconds. */
const confirmationSeconds = 10;

export const cancelJob = defineTool({
  name: "cancel_job",
  title: "Cancel a job",
  description: "Cancels a job that has not ended. Images that are ready stay. Other jobs are not affected.",
  scope: "generate",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: inputs({ job: text("Id of the job") }, ["job"]),
  output: jobSchema,
  async run({ job: id }, call) {
    const { calls } = call.client;
    const job = await calls.readJob({ params: { id } });
    if (!isEnded(job)) await calls.cancelJob({ params: { id } });
    return { data: jobView(await followJob(id, confirmationSeconds, call)) };
  },
});
