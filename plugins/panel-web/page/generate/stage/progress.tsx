// The progress of the job on the stage: a bar, the current step, the speed and the remaining time. Without a job the
// space stays empty.

import { isEnded, type Job } from "@pictor/client";
import { useRef } from "preact/hooks";
import { clockText, now } from "../../shell/clock.js";
import { announcementOf, percentOf, stateText } from "../jobs/job-text.js";
import { nodeTitle } from "../jobs/node-title.js";
import { paceText, remainingMs, stepsPerSecond, withSample, type Sample } from "./pace.js";
import { counted, dotted } from "../../parts/texts.js";

function usePace(job: Job): { readonly left?: number; readonly perSecond?: number } {
  const kept = useRef<{ readonly id: string; readonly samples: readonly Sample[] }>({ id: "", samples: [] });
  if (isEnded(job)) return {};
  const before = kept.current.id === job.id ? kept.current.samples : [];
  const samples = job.progress === undefined ? before : withSample(before, job.progress, Date.now());
  kept.current = { id: job.id, samples };
  const nowMs = Math.max(now.value, samples.at(-1)?.atMs ?? 0);
  // After a reload the page has no samples yet, so the estimate of the server is shown.
  const expected = job.progress?.expectedEndAtMs;
  const left =
    remainingMs(samples, nowMs) ?? (expected === undefined ? undefined : Math.max(0, expected - nowMs));
  const perSecond = stepsPerSecond(samples);
  return { ...(left !== undefined && { left }), ...(perSecond !== undefined && { perSecond }) };
}

function Line({ job }: { readonly job: Job }) {
  const { left, perSecond } = usePace(job);
  const ended = isEnded(job);
  const isCounted = job.state === "running" && job.count > 1;
  const start = isCounted ? `Image ${job.batch + 1} of ${job.count}` : stateText(job);
  const isCut = !ended && job.wait?.why === "connection";
  const what = ended
    ? job.outputs.length > 0 && counted(job.outputs.length, "result")
    : dotted(
        isCut && job.wait.detail,
        job.activeNode && nodeTitle(job.activeNode.classType, job.backend),
        !isCut && perSecond !== undefined && paceText(perSecond),
      );
  const end = ended
    ? `${clockText((job.endedAtMs ?? 0) - job.createdAtMs)} in all`
    : dotted(
        job.progress && `${percentOf(job)} %`,
        !isCut && left !== undefined && `${clockText(left)} left`,
      );
  return (
    <div class="row progress-line">
      <span class="grow ellipsis">
        <strong>{start}</strong>
        {what && ` · ${what}`}
      </span>
      <span class="muted">{end}</span>
    </div>
  );
}

export function Progress({ job }: { readonly job: Job | undefined }) {
  return (
    <div class="progress">
      {job !== undefined && (
        <>
          <Line job={job} />
          {!isEnded(job) && (
            <progress aria-label="Progress of the job" max={100} value={percentOf(job)}>
              {percentOf(job)} %
            </progress>
          )}
        </>
      )}
      <p class="hidden-text" role="status" aria-label="Job">
        {job === undefined ? "" : announcementOf(job)}
      </p>
    </div>
  );
}
