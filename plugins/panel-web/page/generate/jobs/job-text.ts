// The title and the state of a job in words.

import { isEnded, type Job, type JobRequest, type Workflow } from "@pictor/client";
import { counted, sentenceCase } from "../../parts/texts.js";

const states: Readonly<Record<Job["state"], string>> = {
  waiting: "Waiting",
  building: "Building the graph",
  gating: "Checking",
  validating: "Checking the graph",
  uploading: "Sending the images",
  queued: "Waiting",
  running: "Running",
  fetching: "Fetching the result",
  finished: "Finished",
  vetoed: "Refused",
  interrupted: "Cancelled",
  failed: "Failed",
  lost: "Lost",
};

export const stateText = ({ state }: Pick<Job, "state">): string => states[state];

export const isWaiting = (job: Job): boolean =>
  !isEnded(job) && (job.state === "queued" || job.state === "waiting");

/** Whether a job ended without a result, so that the user should see the reason. */
export const hasFailed = ({ state }: Job): boolean =>
  state === "failed" || state === "lost" || state === "vetoed";

export const percentOf = ({ progress }: Pick<Job, "progress">): number =>
  Math.round((progress?.overall ?? 0) * 100);

const promptOf = (request: JobRequest | undefined): string => {
  const prompt = request?.params?.["prompt"];
  return typeof prompt === "string" ? prompt.trim() : "";
};

export const workflowTitle = ({ workflow }: Pick<Job, "workflow">, known: readonly Workflow[]): string =>
  known.find(({ id }) => id === workflow)?.title ?? workflow;

/** The prompt, or the title of the workflow if it has none. */
export const titleOf = (job: Job, known: readonly Workflow[]): string =>
  promptOf(job.request) || workflowTitle(job, known);

/** The name of a class with spaces: `CheckpointLoaderSimple` becomes `Checkpoint Loader Simple`; `KSampler` stays. */
export const spacedName = (classType: string): string =>
  classType.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll("_", " ");

/** The text that a screen reader speaks about the job on the stage: each image, each quarter, and the end; not every step. */
export function announcementOf(job: Job): string {
  const images = counted(job.outputs.length, "result");
  if (job.state === "finished") return `Finished, with ${images}.`;
  if (isEnded(job)) return `${stateText(job)}.`;
  if (job.wait?.why === "connection") return `${sentenceCase(job.wait.detail)}.`;
  if (job.state !== "running") return `${stateText(job)}.`;
  const quarter = Math.floor((job.progress?.overall ?? 0) * 4) * 25;
  const image = job.count === 1 ? "" : `Image ${job.batch + 1} of ${job.count}. `;
  return `${image}${quarter === 0 ? "Running." : `${quarter} percent.`}`;
}
