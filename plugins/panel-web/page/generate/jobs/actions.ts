// Actions of the user on jobs. The error of an action is shown above the queue.

import type { Job } from "@pictor/client";
import { signal } from "@preact/signals";
import { shownError, type ShownError } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { storedSignal } from "../../shell/stored.js";
import { chosenJob } from "./shown-job.js";

export const queueError = signal<ShownError | undefined>(undefined);

const maxDismissed = 100;
/** Ids of failed jobs that the user has dismissed. */
export const dismissed = storedSignal<readonly string[]>("dismissedJobs", [], (kept) =>
  Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : undefined,
);

async function attempt(work: () => Promise<unknown>): Promise<void> {
  queueError.value = undefined;
  try {
    await work();
  } catch (error) {
    queueError.value = shownError(error);
  }
}

export function dismiss({ id }: Job): void {
  dismissed.value = [...dismissed.value, id].slice(-maxDismissed);
  if (chosenJob.value === id) chosenJob.value = undefined;
}

export const cancel = ({ id }: Job): Promise<void> => attempt(() => calls().cancelJob({ params: { id } }));

export const cancelAllBut = ({ id }: Job): Promise<void> =>
  attempt(() => calls().cancelJobs({ body: { except: [id] } }));

export const retry = (job: Job): Promise<void> =>
  attempt(async () => {
    await calls().retryJob({ params: { id: job.id } });
    dismiss(job);
    chosenJob.value = undefined;
  });
