// All tools, in the order in which clients list them, and those that a caller has.

import { listFailures } from "../failures/list-failures.js";
import { resolveFailure } from "../failures/resolve-failure.js";
import { describeImage } from "../gallery/describe-image.js";
import { getImage } from "../gallery/get-image.js";
import { listImages } from "../gallery/list-images.js";
import { uploadImage } from "../gallery/upload-image.js";
import { cancelJob } from "../jobs/cancel-job.js";
import { generateImage } from "../jobs/generate-image.js";
import { getJob } from "../jobs/get-job.js";
import { listJobs } from "../jobs/list-jobs.js";
import { regenerateImage } from "../jobs/regenerate-image.js";
import { listProfiles } from "../requests/list-profiles.js";
import { sendRequest } from "../requests/send-request.js";
import type { Tool as DescribedTool } from "@modelcontextprotocol/sdk/types.js";
import type { Client } from "@pictor/client";
import type { ObjectSchema } from "../schema/json-schema.js";
import { toolOfOperation } from "../schema/operation-tool.js";
import type { Tool } from "../schema/tool.js";
import { describeWorkflow } from "../workflows/describe-workflow.js";
import { listBackends } from "../workflows/list-backends.js";
import { listChoices } from "../workflows/list-choices.js";
import { listWorkflows } from "../workflows/list-workflows.js";
import { savedWorkflowTools } from "../workflows/saved-workflows.js";
import { operationTools } from "./operation-tools.gen.js";

export const tools: readonly Tool[] = [
  generateImage,
  regenerateImage,
  getJob,
  cancelJob,
  listJobs,
  listImages,
  getImage,
  describeImage,
  uploadImage,
  listWorkflows,
  describeWorkflow,
  listChoices,
  listBackends,
  listFailures,
  resolveFailure,
  listProfiles,
  sendRequest,
  ...operationTools.map(toolOfOperation),
];

/** Whether scopes permit a tool: `admin` includes all, and every scope includes `read`. */
export const permits = (scopes: readonly string[], { scope }: Pick<Tool, "scope">): boolean =>
  scopes.some((granted) => granted === "admin" || granted === scope || scope === "read");

/** The tools of a caller: those of every server, then one for each saved workflow. */
export async function toolsOf(calls: Client["calls"], scopes: readonly string[]): Promise<readonly Tool[]> {
  const known = tools.filter((tool) => permits(scopes, tool));
  return permits(scopes, { scope: "generate" }) ? [...known, ...(await savedWorkflowTools(calls))] : known;
}

const asSchema = ({ properties, required, ...schema }: ObjectSchema) => ({
  ...schema,
  properties: properties as Record<string, object>,
  ...(required !== undefined && { required: [...required] }),
});

/** Tools in the form of `tools/list`. */
export const describedTools = (offered: readonly Tool[]): readonly DescribedTool[] =>
  offered.map(({ name, title, description, annotations, input, output }) => ({
    name,
    title,
    description,
    annotations: { title, ...annotations },
    inputSchema: asSchema(input),
    outputSchema: asSchema(output),
  }));
