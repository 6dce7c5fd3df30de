// A job as a result of a tool: what a model needs of it, with the addresses of its images.

import type { Job } from "@pictor/client";
import { isEnded } from "@pictor/client";
import { plainPrompts } from "@pictor/prompt-syntax";
import { outputUri } from "../images/address.js";
import { anyObject, flag, integer, list, number, output, text } from "../schema/json-schema.js";
import { faultText } from "../schema/error-text.js";

const imageSchema = output(
  {
    uri: text("Address of the image, for the other tools"),
    mimeType: text("Media type"),
    seed: text("The seed that made it, as digits"),
    width: integer("Width in pixels"),
    height: integer("Height in pixels"),
  },
  ["uri", "mimeType"],
);

export const jobSchema = output(
  {
    job: text("Id of the job, for get_job and cancel_job"),
    state: text("building, queued, running, finished, failed, interrupted (cancelled), vetoed, lost, ..."),
    ended: flag("Whether the job has ended; if not, call get_job again"),
    waits: text("What keeps a queued job from running until it changes"),
    workflow: text("Id of the workflow"),
    backend: text("Name of the backend, if the call has named one"),
    progress: number("The part that is done, from 0 to 1"),
    settings: anyObject("The settings that were asked for; all others have their defaults"),
    features: list(anyObject("A feature with its settings"), "The features that were asked for"),
    images: list(imageSchema, "The images that are ready"),
    texts: list(text("A text"), "Texts that the workflow has displayed"),
    error: text("Why the job has failed, and what to do"),
    notes: list(text("A note"), "Problems that did not end the job"),
    next: text("What to do next"),
  },
  ["job", "state", "ended", "workflow", "images"],
);

/** A message with its hint, if there is one. */
const withHint = ({ message, hint }: { readonly message: string; readonly hint?: string }): string =>
  hint === undefined ? message : `${message} ${hint}`;

/** Why a job has ended without its images; undefined for one that runs or has finished. */
function errorOf({ state, error, veto, by }: Job): string | undefined {
  if (error !== undefined) return faultText(error);
  if (veto !== undefined) return withHint(veto);
  if (state === "interrupted") return `The job was cancelled by the ${by ?? "caller"}.`;
  return undefined;
}

/** What a job does now, for people. */
export function activityOf({ state, progress, activeNode, batch, count }: Job): string {
  const place = count > 1 ? `, batch ${batch + 1} of ${count}` : "";
  const node = activeNode?.title ?? activeNode?.classType;
  if (state !== "running" || node === undefined) return `${state}${place}`;
  const steps = progress === undefined || progress.max < 2 ? "" : ` ${progress.value}/${progress.max}`;
  return `${node}${steps}${place}`;
}

export function jobView(job: Job): Readonly<Record<string, unknown>> {
  const { id, state, wait, workflow, backend, progress, request, outputs, texts, problems } = job;
  const ended = isEnded(job);
  const error = errorOf(job);
  return {
    job: id,
    state,
    ended,
    ...(wait !== undefined && { waits: wait.detail }),
    workflow,
    ...(backend !== undefined && { backend }),
    ...(!ended && progress !== undefined && { progress: progress.overall }),
    ...(request?.params !== undefined && { settings: plainPrompts(request.params) }),
    ...(request?.features !== undefined && request.features.length > 0 && { features: request.features }),
    images: outputs.map(({ index, mime, seed, width, height }) => ({
      uri: outputUri(id, index),
      mimeType: mime,
      ...(seed !== undefined && { seed }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
    })),
    ...(texts.length > 0 && { texts: texts.map((shown) => shown.text) }),
    ...(error !== undefined && { error }),
    ...(problems.length > 0 && { notes: problems.map(withHint) }),
    ...(!ended && { next: `The job continues. Call get_job with job "${id}" and wait_seconds.` }),
  };
}
