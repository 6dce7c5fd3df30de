// Submits a job, waits for it for a limited time, and reports its progress. The job goes on when the time is over.

import { isEnded, type Job, type JobRequest } from "@pictor/client";
import { linkedController } from "@pictor/kernel/plugin";
import { attachImages } from "../images/attach-images.js";
import type { ToolCall } from "../schema/tool.js";
import { integer } from "../schema/json-schema.js";
import { activityOf } from "./job-view.js";

/** Below the time limit of most clients for a call, which is a minute. */
export const standardWaitSeconds = 45;
const maxWaitSeconds = 600;

export const waitArgument = (standard: number) =>
  integer(
    "How long the call waits for the end of the job, in seconds. After that time, the job continues, and get_job returns it. " +
      "Most clients end a call after 60 seconds",
    { default: standard, minimum: 0, maximum: maxWaitSeconds },
  );

function reportJob(job: Job, { report }: ToolCall): void {
  if (!isEnded(job)) report(job.progress?.overall ?? 0, activityOf(job));
}

/**
 * Resolves to the job when it has ended, or as it is when the time is over. `start` follows the job until it ends, and calls
 * the function with each state of it; `stop` is called at the end of the wait in any case.
 */
function waitFor(
  seconds: number,
  call: ToolCall,
  start: (seen: (job: Job) => void) => Promise<Job>,
): Promise<Job> {
  return new Promise((resolve, reject) => {
    let latest: Job | undefined;
    let isOver = seconds === 0;
    const stopTimer = call.clock.after(seconds * 1000, () => {
      isOver = true;
      if (latest !== undefined) resolve(latest);
    });
    const seen = (job: Job): void => {
      latest = job;
      if (isOver) resolve(job);
      else reportJob(job, call);
    };
    void start(seen).then(resolve, reject).finally(stopTimer);
  });
}

/** What a tool asks for; settings and features contain the addresses of images. */
export interface AskedJob {
  readonly workflow: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly features?: JobRequest["features"] | undefined;
  readonly backend?: string | undefined;
  readonly count?: number | undefined;
}

async function requestOf(asked: AskedJob, { client }: ToolCall): Promise<JobRequest> {
  const { workflow, params, features, backend, count } = asked;
  const attached = await attachImages(client.calls, { params, features });
  return {
    workflow,
    ...(attached as Pick<JobRequest, "params" | "features">),
    ...(backend !== undefined && { backend }),
    ...(count !== undefined && { count }),
  };
}

/**
 * Submits a job with its images and waits for it. If the signal of the call is aborted during the wait, the job is
 * cancelled; afterwards, it no longer belongs to the call. Rejects as `attachImages` and `Client.generate`.
 */
export async function submitJob(asked: AskedJob, seconds: number, call: ToolCall): Promise<Job> {
  const { client, signal } = call;
  const request = await requestOf(asked, call);
  if (seconds === 0) return client.calls.submitJob({ body: request });
  const { controller, release } = linkedController(signal);
  try {
    return await waitFor(seconds, call, (seen) =>
      client.generate(request, { signal: controller.signal, onProgress: seen }),
    );
  } finally {
    release();
  }
}

/** Waits for a job that runs already. The end of the call does not end the job. Rejects as the route `readJob`. */
export async function followJob(id: string, seconds: number, call: ToolCall): Promise<Job> {
  const { client, signal } = call;
  const job = await client.calls.readJob({ params: { id } });
  if (isEnded(job) || seconds === 0) return job;
  const live = client.connect({ job: id });
  const stop = (): void => {
    live.close();
  };
  signal.addEventListener("abort", stop);
  try {
    await waitFor(
      seconds,
      call,
      (seen) =>
        new Promise((resolve, reject) => {
          live.subscribe(({ jobs }) => {
            const now = jobs.get(id);
            if (now === undefined) return;
            seen(now);
            if (isEnded(now)) resolve(now);
          });
          live.closed.then(() => resolve(job), reject);
        }),
    );
  } finally {
    signal.removeEventListener("abort", stop);
    live.close();
  }
  return client.calls.readJob({ params: { id } });
}
