// The submission of the draft: the request, what is missing before it, and the faults that come back, also later with the job.

import { isEnded } from "@pictor/client";
import { effect, signal } from "@preact/signals";
import { shownError, type ShownError } from "../../api/errors.js";
import { calls, live } from "../../api/session.js";
import { settingsSchema } from "../../dialect/schema.js";
import type { Fault } from "../../dialect/values.js";
import { draft } from "../../draft/current-draft.js";
import { paramsOf, requestOf, withNextSeed, type Draft, type DraftFeature } from "../../draft/draft.js";
import { knownFeatures, workflowSchema } from "../base/catalog.js";
import { chosenJob } from "../jobs/shown-job.js";
import { faultsOfJob, faultsOfRefusal, featurePointer, missingFaults } from "./faults.js";

/** Faults of fields by their pointers in the form. */
export const formFaults = signal<readonly Fault[]>([]);
/** An error of the request as a whole. */
export const formError = signal<ShownError | undefined>(undefined);
/** Number of requests whose reply has not come yet. */
export const pendingSubmissions = signal(0);
/** Grows when the first faulty field should get the focus. */
export const faultFocus = signal(0);

interface Submission {
  readonly jobId: string;
  readonly used: readonly DraftFeature[];
}
const latest = signal<Submission | undefined>(undefined);

/** Whoever changes a value has seen its fault. */
export function clearFaults(prefix: string): void {
  if (formFaults.value.some(({ pointer }) => pointer.startsWith(prefix)))
    formFaults.value = formFaults.value.filter(({ pointer }) => !pointer.startsWith(prefix));
}

function showFaults(faults: readonly Fault[]): void {
  formFaults.value = faults;
  if (faults.length > 0) faultFocus.value++;
}

function missing(form: Draft, used: readonly DraftFeature[]): readonly Fault[] {
  const schema = workflowSchema.value;
  return [
    ...(schema === undefined ? [] : missingFaults(schema, paramsOf(form), "/params")),
    ...used.flatMap(({ id, key, settings }) => {
      const feature = knownFeatures.value.find((known) => known.id === id);
      if (feature === undefined) return [];
      return missingFaults(settingsSchema(feature.settings), settings, featurePointer(key));
    }),
  ];
}

/** Queues a job of the draft. Several submissions may run at once. */
export async function submit(): Promise<void> {
  const form = draft.value;
  const used = form.features.filter(({ isOn }) => isOn);
  formError.value = undefined;
  latest.value = undefined;
  const lacking = missing(form, used);
  showFaults(lacking);
  if (lacking.length > 0) return;
  pendingSubmissions.value++;
  try {
    const job = await calls().submitJob({ body: requestOf(form) });
    latest.value = { jobId: job.id, used };
    chosenJob.value = undefined;
    // The seed that was sent counts, not one that was typed meanwhile.
    if (form.params === draft.value.params) draft.value = withNextSeed(draft.value);
  } catch (error) {
    const shown = shownError(error);
    const faults = faultsOfRefusal(shown, used);
    showFaults(faults);
    formError.value = shown;
  } finally {
    pendingSubmissions.value--;
  }
}

/** The server checks settings in the course of the job: its error stands at the fields, too. */
effect(() => {
  const submission = latest.value;
  const job = submission === undefined ? undefined : live.value?.jobs.get(submission.jobId);
  if (submission === undefined || job === undefined || !isEnded(job)) return;
  latest.value = undefined;
  showFaults(faultsOfJob(job, submission.used));
});
