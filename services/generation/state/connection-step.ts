// What the loss and the return of the connection to the backend change in a job.

import type { BackendEvent, PromptWait } from "@pictor/kernel";
import type { JobState } from "./job-state.js";
import { announce, isSubmitted, type Step } from "./step.js";

const connectionWait: PromptWait = {
  why: "connection",
  detail: "the connection to the backend is lost, and Pictor connects again",
};

/** While the connection is lost, the wait of a submitted job says so. */
export function onConnection(
  state: JobState,
  event: Extract<BackendEvent, { readonly type: "connection" }>,
): Step {
  if (!isSubmitted(state)) return { state, events: [event] };
  const connectionLost = state.connectionLost || event.state !== "open";
  const noted = connectionLost === state.connectionLost ? state : { ...state, connectionLost };
  const isShown = state.wait?.why === "connection";
  if (event.state === "closed" || isShown === (event.state === "lost"))
    return { state: noted, events: [event] };
  const shown = announce(noted, event.state === "lost" ? connectionWait : undefined);
  return { state: shown.state, events: [event, ...shown.events] };
}
