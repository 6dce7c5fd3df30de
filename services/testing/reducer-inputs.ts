// Inputs for tests of the reducer, and a function that applies a list of them.

import { type BackendEvent, fault, type JobEvent } from "@pictor/kernel";
import type { JobInput, JobState } from "../generation/state/job-state.js";
import { reduce } from "../generation/state/reducer.js";
import { startJob } from "../generation/state/start-state.js";

export const graph = {
  load: { class_type: "Load", inputs: { model: "noise.safetensors" } },
  sample: { class_type: "Sample", inputs: { steps: 8 }, _meta: { title: "Sample it" } },
  save: { class_type: "Save", inputs: {} },
};
export const backend = (event: BackendEvent): JobInput => ({ type: "backend", event });
/** The inputs up to the submission of the first batch, with the prompt id `p`. */
export const untilSubmitted: readonly JobInput[] = [
  { type: "enter", phase: "gating" },
  { type: "enter", phase: "validating" },
  { type: "batch", index: 0, graph },
  { type: "submitted", promptId: "p" },
];
export const node = (name: string, promptId = "p") => backend({ type: "node", promptId, node: name });
export const progress = (name: string, value: number, max: number) =>
  backend({ type: "progress", promptId: "p", node: name, value, max });
export const error = fault("INTERNAL", { reason: "a test" });

/** Applies the inputs to a new job. Returns its final state and all events. */
export function reduceAll(
  inputs: readonly JobInput[],
  batches = 1,
): { readonly state: JobState; readonly events: readonly JobEvent[] } {
  let state = startJob("job", { batches });
  const events: JobEvent[] = [];
  for (const input of inputs) {
    const step = reduce(state, input);
    state = step.state;
    events.push(...step.events);
  }
  return { state, events };
}
export const statesIn = (events: readonly JobEvent[]) =>
  events.flatMap((event) => (event.type === "job" ? [event.state] : []));
export const overallIn = (events: readonly JobEvent[]) =>
  events.flatMap((event) => (event.type === "progress" ? [event.overall] : []));
