// The queue: running, waiting and failed jobs. For prompts of other programs, only their number is shown.

import { isEnded, type Job } from "@pictor/client";
import { knownWorkflows } from "../../api/catalog.js";
import { jobs, openJobs } from "../../api/session.js";
import { Button, IconButton } from "../../parts/button.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { Icon } from "../../parts/icon.js";
import { openPrompts } from "../backend/current-backend.js";
import { hasFailed, titleOf, workflowTitle } from "../jobs/job-text.js";
import { chosenJob, shownJob } from "../jobs/shown-job.js";
import { usePreviewAddress } from "../jobs/preview-address.js";
import { cancel, cancelAllBut, dismiss, dismissed, jobAction, retry } from "../jobs/actions.js";
import { now } from "../../shell/clock.js";
import { entriesOf, foreignCount, placeOf, placeText, usualMs, waitMs } from "./places.js";
import { counted } from "../../parts/texts.js";

interface EntryProps {
  readonly job: Job;
  readonly place: string;
}

function Entry({ job, place }: EntryProps) {
  const preview = usePreviewAddress(job);
  const title = titleOf(job, knownWorkflows.value);
  return (
    <li class="card queue-entry row">
      <span class="queue-image center">
        {preview === undefined ? <Icon name="image" /> : <img src={preview} alt="" />}
      </span>
      <button type="button" class="bare queue-title column grow" onClick={() => (chosenJob.value = job.id)}>
        <span class="ellipsis" dir="auto">
          {title}
        </span>
        <span class="small muted ellipsis">{`${place} · ${workflowTitle(job, knownWorkflows.value)}`}</span>
      </button>
      {hasFailed(job) ? (
        <>
          {job.request !== undefined && (
            <Button look="plain" onClick={() => void retry(job)}>
              Try again
            </Button>
          )}
          <IconButton icon="close" name={`Dismiss ${title}`} onClick={() => dismiss(job)} />
        </>
      ) : (
        <Button look="plain" onClick={() => void cancel(job)}>
          Cancel
        </Button>
      )}
    </li>
  );
}

export function Queue() {
  const shown = shownJob.value;
  const entries = entriesOf(jobs.value, dismissed.value);
  const others = entries.filter(({ id }) => id !== shown?.id);
  const prompts = openPrompts.value;
  const foreign = foreignCount(prompts, jobs.value);
  const usual = usualMs(jobs.value);
  // What has failed stays in the list until it is dismissed, but waits for nothing.
  const waiting = others.filter((job) => !isEnded(job)).length;
  const isOpen = shown !== undefined && !isEnded(shown);
  return (
    <section class="queue stack" aria-label="Queue">
      <AttemptNote of={jobAction} />
      <ul class="queue-entries stack near" tabIndex={others.length > 2 ? 0 : undefined} aria-label="Jobs">
        {others.map((job) => (
          <Entry
            key={job.id}
            job={job}
            place={placeText(
              job,
              placeOf(job, entries, prompts),
              waitMs(job, entries, foreign, { usual, nowMs: now.value }),
            )}
          />
        ))}
      </ul>
      <div class="row wrap queue-actions">
        <Button disabled={!isOpen} onClick={() => shown && void cancel(shown)}>
          Cancel this
        </Button>
        <Button
          look="plain"
          disabled={!isOpen || openJobs.value.length < 2}
          onClick={() => shown && void cancelAllBut(shown)}
        >
          Cancel all but this
        </Button>
        <span class="grow" />
        {waiting > 1 && <span class="small muted">{`${waiting} in the queue`}</span>}
        {foreign > 0 && <span class="small muted">{`${counted(foreign, "job")} of others`}</span>}
      </div>
    </section>
  );
}
