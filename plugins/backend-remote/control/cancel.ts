// Taking a prompt back: out of the queue when it waits, by an interrupt when it runs.

import { abortedWith, pause, PictorError } from "@pictor/kernel/plugin";
import type { CallOptions, CancelOutcome } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import { send } from "../http.js";
import type { Peer } from "../http.js";
import { findPrompt } from "../record/find.js";
import { verdictOf } from "../record/history.js";
import { readQueue } from "../record/queue.js";
import type { Queue } from "../record/queue.js";
import type { Abilities } from "./abilities.js";

type Step = "delete" | "interrupt" | "absent" | "refused";

/** An interrupt is lost when it comes between a prompt's leaving the queue and its start: pauses before the next look. Milliseconds. */
const looksAfterMs = [50, 150, 300];

export interface Canceller {
  readonly peer: Peer;
  readonly clock: Clock;
  readonly abilities: Abilities;
  /** A message of the prompt's run was heard, so an interrupt will find it. */
  hasBegun(promptId: string): boolean;
}

/**
 * What to do about a prompt in this queue. Servers before 0.3.57 ignore the id in an interrupt and stop whatever
 * runs: unless a server is known to be `targeted`, an interrupt is sent only where nothing but the prompt runs.
 */
export function cancelStep({ running, pending }: Queue, promptId: string, targeted: boolean): Step {
  if (pending.some((entry) => entry.promptId === promptId)) return "delete";
  if (!running.some((entry) => entry.promptId === promptId)) return "absent";
  return targeted || running.every((entry) => entry.promptId === promptId) ? "interrupt" : "refused";
}

/**
 * As `Backend.cancel`. A server that can cancel by itself is asked to; else, and where something bars that one route,
 * the queue is read before each step, so that what is interrupted is what ran a moment ago. `interrupting` says that
 * the interrupt was sent: it takes effect at the node's next check point, and the end comes as an event.
 */
export async function cancel(
  canceller: Canceller,
  promptId: string,
  options: CallOptions = {},
): Promise<CancelOutcome> {
  const { peer, abilities } = canceller;
  const asked = await abilities.cancelJob(promptId, options);
  if (asked.kind === "cancelled") {
    const found = await findPrompt(peer, promptId, { ...options, first: "queue" });
    if (found === undefined) return "removed";
    const { state } = found.in === "queue" ? found.place : verdictOf(found.item, peer.routes.view);
    if (state === "running" || state === "interrupted") return "interrupting";
    if (state !== "queued") return "gone";
  }
  const { controller: pausing, letGo } = abortedWith(peer.closed, options.signal);
  try {
    return await byHand(canceller, promptId, options, pausing.signal);
  } catch (error) {
    if (asked.kind !== "barred" || !(error instanceof PictorError)) throw error;
    const { code, what, hint, details, base } = error;
    const both = `${what} The server's own way of cancelling was refused before: ${asked.reason}.`;
    throw new PictorError(code, both, hint, details, error, base);
  } finally {
    letGo();
  }
}

async function byHand(
  canceller: Canceller,
  promptId: string,
  options: CallOptions,
  signal: AbortSignal,
): Promise<CancelOutcome> {
  const { peer, clock, abilities, hasBegun } = canceller;
  let done: "nothing" | "deleted" | "interrupted" = "nothing";
  for (let round = 0; ; round++) {
    const queue = await readQueue(peer, options);
    let step = cancelStep(queue, promptId, false);
    if (step === "refused" && (await abilities.isTargeted(options))) step = "interrupt";
    if (step === "refused") return done === "interrupted" ? "interrupting" : "refused";
    if (step === "absent") return done === "nothing" ? "gone" : outcome(canceller, promptId, done, options);
    if (step === "delete") await post(peer, "/queue", { delete: [promptId] }, options);
    else await post(peer, "/interrupt", { prompt_id: promptId }, options);
    if (step === "interrupt" && hasBegun(promptId)) return "interrupting";
    const waitMs = looksAfterMs[round];
    if (waitMs === undefined) return step === "interrupt" ? "interrupting" : "refused";
    done = step === "interrupt" ? "interrupted" : "deleted";
    if (step === "interrupt") await pause(clock, waitMs, signal);
  }
}

/** The prompt has left the queue: by our doing, or because it ended in time. */
async function outcome(
  { peer }: Canceller,
  promptId: string,
  done: "deleted" | "interrupted",
  options: CallOptions,
): Promise<CancelOutcome> {
  if (done === "interrupted") return "interrupting";
  return (await findPrompt(peer, promptId, options)) === undefined ? "removed" : "gone";
}

async function post(peer: Peer, route: string, body: unknown, options: CallOptions): Promise<void> {
  const headers = { "content-type": "application/json" };
  const call = {
    method: "POST" as const,
    url: peer.routes.route(route),
    headers,
    body: JSON.stringify(body),
  };
  await send(peer, call, options, (reply) => reply.discard());
}
