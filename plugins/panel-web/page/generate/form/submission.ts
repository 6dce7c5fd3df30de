// Submits the draft: checks for missing values, sends the request, and shows the faults of the reply or later of the job.

import { isEnded } from "@pictor/client";
import { computed, effect, signal } from "@preact/signals";
import { featureOf } from "../../api/catalog.js";
import { shownError, type ShownError } from "../../api/errors.js";
import { calls, live } from "../../api/session.js";
import { settingsSchema } from "../../dialect/schema.js";
import type { Fault } from "../../dialect/values.js";
import { draft } from "../../draft/current-draft.js";
import { randomSeed } from "../../controls/seed-control.js";
import {
  paramsOf,
  requestOf,
  withNextSeed,
  withParam,
  type Draft,
  type DraftFeature,
} from "../../draft/draft.js";
import { sentDraft, workflowSchema } from "../base/catalog.js";
import { graphForm } from "../graph-form/graph-state.js";
import { chosenJob } from "../jobs/shown-job.js";
import {
  faultsIn,
  faultsOfJob,
  faultsOfRefusal,
  featurePointer,
  lastingFaults,
  missingFaults,
  type FormFault,
} from "./faults.js";

const found = signal<readonly FormFault[]>([]);
/** Faults of fields by their pointers in the form. */
export const formFaults = computed(() => lastingFaults(draft.value, found.value));
/** An error of the whole request. */
export const formError = signal<ShownError | undefined>(undefined);
/** Says at the foot of the form why what was chosen in a menu has failed. */
export const showFailure = (error: unknown): void => {
  formError.value = shownError(error);
};
/** Number of requests that wait for their reply. */
export const pendingSubmissions = signal(0);
/** Another record each time that a faulty field should get the focus: that at the pointer, else the first one. */
export const faultFocus = signal<{ readonly pointer?: string } | undefined>(undefined);

interface Submission {
  readonly jobId: string;
  readonly used: readonly DraftFeature[];
}
const latest = signal<Submission | undefined>(undefined);

/** Shows the faults at their fields, and moves the focus to one of them: that at the pointer, else the first one. */
export function showFaults(faults: readonly Fault[], focus: NonNullable<typeof faultFocus.value> = {}): void {
  found.value = faultsIn(draft.peek(), faults);
  if (faults.length > 0) faultFocus.value = focus;
}

function missing(form: Draft, used: readonly DraftFeature[]): readonly Fault[] {
  const schema = workflowSchema.value;
  return [
    ...(schema === undefined ? [] : missingFaults(schema, paramsOf(form), "/params")),
    ...used.flatMap(({ id, key, settings }) => {
      const feature = featureOf(id);
      if (feature === undefined) return [];
      return missingFaults(settingsSchema(feature.settings), settings, featurePointer(key), true);
    }),
  ];
}

/** A graph keeps its seed unless one is given; with an open lock, each job gets a new one as in all workflows. */
const withGraphSeed = (form: Draft): Draft =>
  graphForm.peek()?.values.seed !== undefined && paramsOf(form)["seed"] === undefined
    ? withParam(form, "seed", randomSeed())
    : form;

/** Submits a job of the draft. Several submissions may run at once. */
export async function submit(): Promise<void> {
  const form = withGraphSeed(sentDraft());
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
    // The next seed follows the seed that was sent. If the user has changed the values since, they stay as they are.
    if (form.params === draft.value.params) draft.value = withNextSeed(draft.value);
  } catch (error) {
    const shown = shownError(error);
    const faults = faultsOfRefusal(shown, used);
    showFaults(faults);
    // If every fault is shown at its field, the foot of the form only counts the faults.
    const haveFields = faults.length > 0 && faults.length === shown.faults.length;
    formError.value = haveFields ? undefined : shown;
  } finally {
    pendingSubmissions.value--;
  }
}

const shownWorkflow = computed(() => draft.value.workflow);
/** Faults end with the workflow that they belong to, whoever changes it: the menu, a preset, a file, another program. */
shownWorkflow.subscribe(() => {
  latest.value = undefined;
  found.value = [];
  formError.value = undefined;
});

/** Faults that only the backend finds come with the failed job. They are shown at the fields, too. */
effect(() => {
  const submission = latest.value;
  const job = submission === undefined ? undefined : live.value?.jobs.get(submission.jobId);
  if (submission === undefined || job === undefined || !isEnded(job)) return;
  latest.value = undefined;
  showFaults(faultsOfJob(job, submission.used));
});
