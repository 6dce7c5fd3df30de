// A tool for each workflow that the user has saved: its name is the id, and its arguments are the settings of the form.

import type { Client, Workflow } from "@pictor/client";
import { standardWaitSeconds, submitJob, waitArgument } from "../jobs/follow-job.js";
import { countArgument } from "../jobs/generate-image.js";
import { imageArgument, jobResult } from "../jobs/job-result.js";
import { jobSchema } from "../jobs/job-view.js";
import { anyObject, inputs, text, type ObjectSchema, type ValueOf } from "../schema/json-schema.js";
import type { Tool } from "../schema/tool.js";
import { fieldSchema } from "./field-schema.js";
import { fieldsOf, namesOf } from "./settings-form.js";

/** Arguments beside the settings. A setting of the same name takes its place. */
const ownArguments = {
  settings: anyObject("Further settings by name"),
  backend: text("Name of the backend; default: the one that Pictor prefers"),
  count: countArgument,
  wait_seconds: waitArgument(standardWaitSeconds),
  show: imageArgument,
};
type OwnArguments = { readonly [Name in keyof typeof ownArguments]?: ValueOf<(typeof ownArguments)[Name]> };

const requiredOf = ({ params }: Workflow, shown: readonly string[]): readonly string[] => {
  const { required } = params;
  const fields = fieldsOf(params);
  return (Array.isArray(required) ? (required as readonly string[]) : []).filter((name) => {
    const field = fields[name];
    return shown.includes(name) && field?.default === undefined && field?.["x-optionsFrom"] === undefined;
  });
};

/** The arguments: the basic settings, and the names of the others in the description of `settings`. */
function inputOf(workflow: Workflow): ObjectSchema {
  const { params, id } = workflow;
  const fields = fieldsOf(params);
  const basic = namesOf(params, false);
  const others = namesOf(params, true);
  const settings = anyObject(
    `Further settings by name, which describe_workflow with the workflow ${id} explains: ${others.join(", ")}`,
  );
  const { settings: _any, ...rest } = ownArguments;
  const properties: ObjectSchema["properties"] = {
    ...(others.length > 0 && { settings }),
    ...rest,
    ...Object.fromEntries(
      basic.flatMap((name) => {
        const field = fields[name];
        return field === undefined ? [] : [[name, fieldSchema(field)] as const];
      }),
    ),
  };
  return inputs(properties, requiredOf(workflow, basic));
}

function toolOf(workflow: Workflow): Tool {
  const { id, title, description, params } = workflow;
  const fields = fieldsOf(params);
  return {
    name: id,
    title,
    scope: "generate",
    input: inputOf(workflow),
    output: jobSchema,
    description: `${description ?? `Runs "${title}", a workflow that the user has saved`}. Returns the images with the id of their job; without arguments it makes what the user has saved.`,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    async run(args, call) {
      const isSetting = (name: string): boolean => Object.hasOwn(fields, name);
      const given = Object.entries(args).filter(([name]) => isSetting(name));
      const own: OwnArguments = Object.fromEntries(Object.entries(args).filter(([name]) => !isSetting(name)));
      const params = { ...own.settings, ...(Object.fromEntries(given) as object) };
      const request = { workflow: id, params, backend: own.backend, count: own.count };
      const job = await submitJob(request, own.wait_seconds ?? standardWaitSeconds, call);
      return jobResult(job, own.show ?? "medium", call);
    },
  };
}

/** The tools of the workflows that are saved now. */
export const savedWorkflowTools = async (calls: Client["calls"]): Promise<readonly Tool[]> =>
  (await calls.listWorkflows()).workflows.filter(({ isOwn }) => isOwn === true).map(toolOf);
