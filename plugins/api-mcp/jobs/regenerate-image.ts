// The tool regenerate_image: makes an image again as its metadata says, with changes.

import type { Inspection } from "@pictor/client";
import { escapePrompts, tagNotes } from "@pictor/prompt-syntax";
import { notRepeatable } from "../faults.js";
import { parseAddress } from "../images/address.js";
import { openFile } from "../images/read-image.js";
import { anyObject, inputs, text } from "../schema/json-schema.js";
import { defineTool } from "../schema/tool.js";
import { standardWaitSeconds, submitJob, waitArgument } from "./follow-job.js";
import { countArgument, featuresArgument } from "./generate-image.js";
import { imageArgument, jobResult, withNotes } from "./job-result.js";
import { jobSchema } from "./job-view.js";

type Settings = Readonly<Record<string, unknown>>;

/** The settings after the changes: null takes a setting away, so that it has its default. */
function changedSettings(params: Settings, changes: Settings, seed: string | undefined): Settings {
  const all: Settings = { ...params, ...changes, ...(seed !== undefined && seed !== "random" && { seed }) };
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => value !== null && !(name === "seed" && seed === "random")),
  );
}

/** The request that made an image. Throws `MCP_NOT_REPEATABLE`. */
function recallOf({ recall, refusal }: Inspection): NonNullable<Inspection["recall"]> {
  if (recall !== undefined) return recall;
  const { reason = "it has no record", advice = "" } = refusal ?? {};
  throw notRepeatable(reason, advice);
}

export const regenerateImage = defineTool({
  name: "regenerate_image",
  title: "Make an image again",
  description:
    "Makes an image again from the record in its metadata, with changes: the same workflow, settings, features and seed, except for " +
    "what changes says. Without changes it makes the same image. Use it for wishes such as 'the same, but at night' or 'larger'.",
  scope: "generate",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: inputs(
    {
      image: text("Address of the image (pictor://...)"),
      changes: anyObject(
        'Settings to change, by their names in describe_image, such as {"prompt": "...", "steps": 30}. null resets a setting to its default',
      ),
      seed: text('Another seed in digits, or "random" for a variation; default: the seed of the image'),
      features: featuresArgument,
      backend: text("Name of the backend; default: the one that Pictor prefers"),
      count: countArgument,
      wait_seconds: waitArgument(standardWaitSeconds),
      show: imageArgument,
    },
    ["image"],
  ),
  output: jobSchema,
  async run(args, call) {
    const { image, changes = {}, seed, backend, count } = args;
    const { wait_seconds: seconds = standardWaitSeconds, show = "medium" } = args;
    const { calls } = call.client;
    const file = await openFile(calls, parseAddress(image));
    const inspection = await calls.inspect({ bytes: new Uint8Array(await file.arrayBuffer()) });
    const { workflow, params, features } = recallOf(inspection);
    const request = {
      workflow,
      params: changedSettings(params, escapePrompts(changes, { ...params, ...changes }), seed),
      features: args.features ?? features,
      backend,
      count,
    };
    const result = await jobResult(await submitJob(request, seconds, call), show, call);
    return withNotes(result, [...inspection.notes, ...tagNotes(changes)]);
  },
});
