// The client: the calls of the API, the live state, and a generation that resolves with its job.

import { ApiError } from "./api-error.js";
import type { Job, JobRequest } from "./api.gen.js";
import { isEnded } from "./apply-event.js";
import { createCalls, send, type Calls, type ConnectionOptions } from "./call.js";
import { startLive, type Live } from "./live.js";
import { readServerSent } from "./server-sent.js";

export type ClientOptions = ConnectionOptions;

export interface GenerateOptions {
  /** Called after each change of the job. */
  readonly onProgress?: (job: Job) => void;
  /** Cancels the job. */
  readonly signal?: AbortSignal;
}

export interface Client {
  readonly calls: Calls;
  /** Follows the events of the server. The caller closes it. */
  connect(): Live;
  /** Submits a job, and resolves to it when it has ended. */
  generate(request: JobRequest, options?: GenerateOptions): Promise<Job>;
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

export function createClient(options: ClientOptions): Client {
  const calls = createCalls(options);
  const connect = (): Live =>
    startLive({
      calls,
      wait,
      isFinal: (error) => error instanceof ApiError && (error.status === 401 || error.status === 403),
      async *open(since, signal) {
        const headers = { "last-event-id": since };
        const { body } = await send(options, "/v1/events", { headers, signal });
        if (body !== null) yield* readServerSent(body);
      },
    });
  return {
    calls,
    connect,
    async generate(request, { onProgress, signal } = {}) {
      const live = connect();
      try {
        const submitted = await calls.submitJob({ body: request, ...(signal !== undefined && { signal }) });
        const cancel = (): void => {
          calls.cancelJob({ params: { id: submitted.id } }).catch(() => undefined);
        };
        if (signal?.aborted === true) cancel();
        signal?.addEventListener("abort", cancel, { once: true });
        const ended = new Promise<Job>((resolve) => {
          let last: Job | undefined;
          const look = (): void => {
            const job = live.state?.jobs.get(submitted.id);
            if (job === undefined || job === last) return;
            last = job;
            onProgress?.(job);
            if (isEnded(job)) resolve(job);
          };
          live.subscribe(look);
          look();
        });
        const closed = live.closed.then(() => submitted);
        return await Promise.race([ended, closed]).finally(() => {
          signal?.removeEventListener("abort", cancel);
        });
      } finally {
        live.close();
      }
    },
  };
}
