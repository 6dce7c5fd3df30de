// The job on the stage: the one that the user has chosen, else the running one, else the newest.

import { isEnded, type Job } from "@pictor/client";
import { computed, signal } from "@preact/signals";
import { jobs, openJobs } from "../../api/session.js";
import { isWaiting } from "./job-text.js";

/** Id of the job that the user has chosen; undefined if the stage follows the queue. */
export const chosenJob = signal<string | undefined>(undefined);

export const shownJob = computed((): Job | undefined => {
  const { value: all } = jobs;
  return (
    all.find(({ id }) => id === chosenJob.value) ??
    openJobs.value.find((job) => !isWaiting(job)) ??
    openJobs.value[0] ??
    all[0]
  );
});

/** The job on the stage, if the user can cancel it. */
export const cancellableJob = computed((): Job | undefined =>
  shownJob.value !== undefined && !isEnded(shownJob.value) ? shownJob.value : undefined,
);
