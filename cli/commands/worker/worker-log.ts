// The log of a worker: a line for people, and a record of `--json`, for each event. Pure.

import { errorToJson, type Redact } from "@pictor/host";
import type { WorkEvent } from "@pictor/kernel";
import { oneLine } from "../../text/plain-text.js";
import { countOf } from "../../text/count-of.js";
import type { WorkerPlan } from "./worker-plan.js";

/** An event of the facet, or one of the command. */
export type LogEvent =
  | WorkEvent
  | ({ readonly type: "opened" } & Pick<WorkerPlan, "backend" | "queue"> & { readonly worker: string })
  | { readonly type: "listening"; readonly url: string }
  | { readonly type: "stopped" };

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The event as a sentence, without its time. */
function workText(event: LogEvent): string {
  switch (event.type) {
    case "opened":
      return `${event.worker} works for ${event.queue} with ${event.backend}; Ctrl-C drains it.`;
    case "listening":
      return `The health address is ${event.url}`;
    case "ready":
      return "The worker takes prompts.";
    case "connection":
      return event.state === "open"
        ? "The connection to the queue is open."
        : "The connection to the queue is lost; results wait until it is back.";
    case "server":
      return event.state === "ready"
        ? "The server can be used again."
        : "The worker takes no prompts until its server can be used.";
    case "began":
      return `began ${event.promptId}${event.owner === undefined ? "" : ` for ${event.owner}`}`;
    case "resumed":
      return `resumed ${event.promptId}, which an earlier process of this worker had begun`;
    case "ended": {
      const { promptId, as, durationMs, error } = event;
      const why = error === undefined ? "" : `: ${error.what} (${error.code})`;
      return `ended ${promptId} as ${as} after ${seconds(durationMs)}${why}`;
    }
    case "draining": {
      const when = event.running === 0 ? "now" : `after ${countOf(event.running, "running prompt")}`;
      return `The worker takes no further prompts, and ends ${when}. A second signal ends it at once.`;
    }
    case "warning": {
      const { code, message, hint = "" } = event.problem;
      return `warning: ${[message, hint].filter((text) => text !== "").join(" ")} (${code})`;
    }
    case "stopped":
      return "Stopped at once. The server continues, and the next worker of this name follows the prompt.";
  }
}

/** The line for people, with the time in UTC. */
export const workLine = (event: LogEvent, nowMs: number): string =>
  `${new Date(nowMs).toISOString()} ${oneLine(workText(event))}`;

/** The record of `--json`. */
export function workRecord(
  event: LogEvent,
  nowMs: number,
  redact: Redact,
): Readonly<Record<string, unknown>> {
  const { type, ...rest } = event;
  return {
    type: "work",
    at: new Date(nowMs).toISOString(),
    event: type,
    ...rest,
    ...(event.type === "ended" &&
      event.error !== undefined && { error: { ...errorToJson(event.error, redact) } }),
  };
}
