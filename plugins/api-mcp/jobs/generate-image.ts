// The tool generate_image: submits a job and waits for its images.

import { escapePrompts, tagNotes } from "@pictor/prompt-syntax";
import { argumentTwice } from "../faults.js";
import { anyObject, inputs, integer, list, output, text } from "../schema/json-schema.js";
import { defineTool } from "../schema/tool.js";
import { standardWaitSeconds, submitJob, waitArgument } from "./follow-job.js";
import { imageArgument, jobResult, withNotes } from "./job-result.js";
import { jobSchema } from "./job-view.js";

/** The arguments that are settings of a workflow, with the names of these settings. */
const settingNames = {
  prompt: "prompt",
  negative_prompt: "negative",
  model: "model",
  width: "width",
  height: "height",
  steps: "steps",
  seed: "seed",
} as const;

type NamedSettings = Readonly<Partial<Record<keyof typeof settingNames, string | number>>>;

/** The settings of a call. A seed is a text, because JSON numbers of 64 bits are rounded. Throws `MCP_ARGUMENT_TWICE`. */
function settingsOf(args: NamedSettings, settings: Readonly<Record<string, unknown>> = {}) {
  const named = Object.entries(settingNames).flatMap(([argument, setting]) => {
    const value = args[argument as keyof typeof settingNames];
    if (value === undefined) return [];
    if (Object.hasOwn(settings, setting)) throw argumentTwice(setting);
    return [[setting, value] as const];
  });
  return { ...settings, ...Object.fromEntries(named) };
}

export const featuresArgument = list(
  output(
    {
      id: text("Id of the feature, such as lora, controlnet, hires-fix or upscaler"),
      settings: anyObject("Its settings; describe_workflow with feature explains them"),
    },
    ["id"],
  ),
  "Features, in the order in which they are applied",
);
export const countArgument = integer("Number of images, each with its own seed: seed, seed + 1, ...", {
  default: 1,
  minimum: 1,
  maximum: 100,
});

export const generateImage = defineTool({
  name: "generate_image",
  title: "Generate an image",
  description:
    "Makes an image (or a video) and returns it with the id of its job, its seed and its settings. Without workflow, it makes an " +
    "image from the prompt. To change an existing image, use the workflow img2img with its address as settings.image. The result is " +
    "saved by Pictor. If the job is not finished in time, call get_job.",
  scope: "generate",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: inputs({
    prompt: text("What the image shows, as plain text. Most models understand English best"),
    negative_prompt: text("What the image should not show"),
    workflow: text("Id of the workflow; list_workflows shows them", { default: "txt2img" }),
    model: text("Name of the model, as list_choices shows it; default: the first one of the backend"),
    width: integer("Width in pixels, usually a multiple of 64; default: that of the workflow", {
      minimum: 1,
    }),
    height: integer("Height in pixels; default: that of the workflow", { minimum: 1 }),
    steps: integer("Sampling steps; more take longer; default: that of the workflow", { minimum: 1 }),
    seed: text(
      "0 to 18446744073709551615 in digits; the same seed with the same settings makes the same image; default: random",
    ),
    settings: anyObject(
      "Further settings of the workflow by name, such as cfg or sampler; describe_workflow shows them. A setting that takes a file has the address of an image (pictor://...)",
    ),
    features: featuresArgument,
    backend: text("Name of the backend; default: the one that Pictor prefers"),
    count: countArgument,
    wait_seconds: waitArgument(standardWaitSeconds),
    image: imageArgument,
  }),
  output: jobSchema,
  async run(args, call) {
    const { workflow = "txt2img", features, backend, count } = args;
    const { wait_seconds: seconds = standardWaitSeconds, image = "medium" } = args;
    const settings = settingsOf(args, args.settings);
    const request = { workflow, params: escapePrompts(settings), features, backend, count };
    return withNotes(
      await jobResult(await submitJob(request, seconds, call), image, call),
      tagNotes(settings),
    );
  },
});
