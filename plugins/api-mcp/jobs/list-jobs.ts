// The tool list_jobs: the newest jobs that the token sees.

import { inputs, integer, list, output, text } from "../schema/json-schema.js";
import { defineTool, reads } from "../schema/tool.js";
import { jobSchema, jobView } from "./job-view.js";

const standardLimit = 10;

export const listJobs = defineTool({
  name: "list_jobs",
  title: "List jobs",
  description: "Lists the newest jobs with their states and the addresses of their images.",
  scope: "read",
  annotations: reads,
  input: inputs({
    state: text("Only jobs that have not ended (running), or that have (ended)", {
      enum: ["running", "ended"],
    }),
    limit: integer("Number of jobs", { default: standardLimit, minimum: 1, maximum: 100 }),
  }),
  output: output({ jobs: list(jobSchema, "The jobs, newest first") }, ["jobs"]),
  async run({ state, limit = standardLimit }, { client }) {
    const query = { limit, ...(state !== undefined && { state }) };
    const { jobs } = await client.calls.listJobs({ query });
    return { data: { jobs: jobs.map(jobView) } };
  },
});
