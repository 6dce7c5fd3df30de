// What the loss and the return of the connection to the backend, or to the server that runs the prompt, change in a job.

import type { BackendEvent, PromptWait } from "@pictor/kernel";
import type { JobState } from "./job-state.js";
import { announce, isSubmitted, unchanged, type Step } from "./step.js";

type Event<Type extends BackendEvent["type"]> = Extract<BackendEvent, { readonly type: Type }>;

const connectionWait = (server: string): PromptWait => ({
  why: "connection",
  detail: `the connection to ${server} is lost, and Pictor connects again`,
});

/** Shows, or no longer shows, that the connection to `server` is lost. */
function showLoss(state: JobState, connection: "open" | "lost" | "closed", server: string): Step {
  const isShown = state.wait?.why === "connection";
  if (connection === "closed" || isShown === (connection === "lost")) return unchanged(state);
  return announce(state, connection === "lost" ? connectionWait(server) : undefined);
}

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
