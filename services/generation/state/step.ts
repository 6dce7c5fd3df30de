// A step of the state machine of a job: the next state, and the events to publish.

import type { JobEvent, JobPhase, PromptWait } from "@pictor/kernel";
import type { JobState } from "./job-state.js";

export interface Step {
  readonly state: JobState;
  readonly events: readonly JobEvent[];
}

export const unchanged = (state: JobState): Step => ({ state, events: [] });
export const eventContext = ({ jobId, batch }: JobState) => ({ jobId, batch });

/** Enters a state. `wait` is what keeps its prompt from running: that of the former state is over. */
export function announce({ wait: _former, ...entered }: JobState, wait?: PromptWait): Step {
  const state: JobState = wait === undefined ? entered : { ...entered, wait };
  const { ending, phase, promptId } = state;
  const ofPrompt = { ...(promptId !== undefined && { promptId }), ...(wait !== undefined && { wait }) };
  return {
    state,
    events: [
      { type: "job", state: ending?.status ?? (phase as JobPhase), ...ofPrompt, ...eventContext(state) },
    ],
  };
}

/** Returns the step that `next` makes after `first`, with the events of both steps. */
export function following(first: Step, next: (state: JobState) => Step): Step {
  const second = next(first.state);
  return { state: second.state, events: [...first.events, ...second.events] };
}

export const isSubmitted = (state: JobState): boolean =>
  state.phase === "queued" || state.phase === "running" || state.phase === "fetching";
