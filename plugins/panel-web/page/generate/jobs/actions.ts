// Actions of the user on jobs.

import type { Job } from "@pictor/client";
import { acceptTexts } from "../../api/guards.js";
import { calls } from "../../api/session.js";
import { Attempt } from "../../parts/attempt.js";
import { storedSignal } from "../../shell/stored.js";
import { chosenJob } from "./shown-job.js";

/** The actions on jobs, of which the queue shows the last one. */
export const jobAction = new Attempt();

const maxDismissed = 100;
/** Ids of failed jobs that the user has dismissed. */
export const dismissed = storedSignal<readonly string[]>("dismissedJobs", [], acceptTexts);

export function dismiss({ id }: Job): void {
  dismissed.value = [...dismissed.value, id].slice(-maxDismissed);
  if (chosenJob.value === id) chosenJob.value = undefined;
}

export const cancel = ({ id }: Job): Promise<unknown> =>
  jobAction.run(() => calls().cancelJob({ params: { id } }));

export const cancelAllBut = ({ id }: Job): Promise<unknown> =>
  jobAction.run(() => calls().cancelJobs({ body: { except: [id] } }));

export const retry = (job: Job): Promise<unknown> =>
  jobAction.run(async () => {
    await calls().retryJob({ params: { id: job.id } });
    dismiss(job);
    chosenJob.value = undefined;
  });
