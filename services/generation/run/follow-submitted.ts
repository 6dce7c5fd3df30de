// Follows a prompt that the backend has already: this process or another one has submitted it.

import type { Backend, BackendEvent } from "@pictor/kernel";
import type { JobRun } from "./job-run.js";
import type { PromptFollower } from "./prompt-follower.js";
import { retryDuringOutage } from "./retry-during-outage.js";

/** Passes the events of the prompt, and those that belong to no prompt, to a listener; resolves to a function that ends this. */
export type Subscribe = (listener: (event: BackendEvent) => void) => Promise<() => void>;

/** Subscribes at the backend, whose earlier events are not repeated. */
export const subscribeLate =
  (promptId: string, backend: Backend, run: JobRun): Subscribe =>
  (listener) => {
    const onEvent = (event: BackendEvent): void => {
      if (!("promptId" in event) || event.promptId === promptId) listener(event);
    };
    return retryDuringOutage(() => backend.events(onEvent, { signal: run.signal, promptId }), run);
  };

/** Resolves when the job has ended, or when the run has succeeded and its files are known. */
export async function followSubmitted(
  promptId: string,
  subscribe: Subscribe,
  follower: PromptFollower,
): Promise<void> {
  const unsubscribe = await subscribe(follower.onEvent);
  try {
    // Events may have been missed, so the record must be read for the state of the prompt.
    follower.requestReading();
    await follower.follow(promptId);
  } finally {
    unsubscribe();
  }
}
