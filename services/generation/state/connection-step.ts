// What the loss and the return of the connection to the backend, or to the server that runs the prompt, change in a job.

import type { BackendEvent, PromptWait } from "@pictor/kernel";
import type { JobState } from "./job-state.js";
import { announce, isSubmitted, unchanged, type Step } from "./step.js";

type Event<Type extends BackendEvent["type"]> = Extract<BackendEvent, { readonly type: Type }>;

/** Shows that the job waits for a connection, or no longer shows it. */
function showWait(state: JobState, detail: string | undefined): Step {
  const isShown = state.wait?.why === "connection";
  if (isShown === (detail !== undefined)) return unchanged(state);
  const wait: PromptWait | undefined = detail === undefined ? undefined : { why: "connection", detail };
  return announce(state, wait);
}

const showLoss = (state: JobState, connection: "open" | "lost" | "closed", server: string): Step =>
  connection === "closed"
    ? unchanged(state)
    : showWait(
        state,
        connection === "lost" ? `the connection to ${server} is lost, and Pictor connects again` : undefined,
      );

/** A request of the job, such as that of an upload, is repeated until the backend answers. */
export const onOutage = (state: JobState, reason: string | undefined): Step =>
  showWait(
    state,
    reason === undefined ? undefined : `the backend does not answer, and is asked again: ${reason}`,
  );

/** While the connection is lost, the wait of a submitted job says so. */
export function onConnection(state: JobState, event: Event<"connection">): Step {
  if (!isSubmitted(state)) return { state, events: [event] };
  const connectionLost = state.connectionLost || event.state !== "open";
  const noted = connectionLost === state.connectionLost ? state : { ...state, connectionLost };
  const shown = showLoss(noted, event.state, "the backend");
  return { state: shown.state, events: [event, ...shown.events] };
}

/** The backend itself follows the prompt, and decides whether it is lost. */
export const onPromptConnection = (state: JobState, event: Event<"promptConnection">): Step =>
  showLoss(state, event.state, event.server);
