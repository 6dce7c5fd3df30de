// Taking a prompt back: out of the queue when it waits, by an interrupt when it runs.

import type { CallOptions, CancelOutcome } from "@pictor/kernel/plugin";
import { send } from "./http.js";
import type { Peer } from "./http.js";
import { readQueue } from "./queue.js";
import type { Queue } from "./queue.js";
import { promptState } from "./state.js";

type Step = "delete" | "interrupt" | Extract<CancelOutcome, "gone" | "refused">;

/**
 * What to do about a prompt in this queue. Servers before 0.3.57 ignore the id in an interrupt and stop whatever
 * runs; as no route tells which kind a server is, an interrupt is sent only where nothing but the prompt runs.
 */
export function cancelStep({ running, pending }: Queue, promptId: string): Step {
  if (pending.includes(promptId)) return "delete";
  if (!running.includes(promptId)) return "gone";
  return running.every((id) => id === promptId) ? "interrupt" : "refused";
}

/**
 * Cancels. `interrupting` says that the interrupt was sent: it takes effect at the node's next step, and its end comes
 * as an event. A prompt that started while it was being deleted is interrupted.
 */
export async function cancel(
  peer: Peer,
  promptId: string,
  options: CallOptions = {},
): Promise<CancelOutcome> {
  const first = cancelStep(await readQueue(peer, options), promptId);
  if (first !== "delete") return act(peer, promptId, first, options);
  await post(peer, "/queue", { delete: [promptId] }, options);
  const { state } = await promptState(peer, promptId, options);
  if (state === "unknown") return "removed";
  if (state !== "running") return "gone";
  return act(peer, promptId, cancelStep(await readQueue(peer, options), promptId), options);
}

async function act(peer: Peer, promptId: string, step: Step, options: CallOptions): Promise<CancelOutcome> {
  if (step === "gone" || step === "refused") return step;
  await post(peer, "/interrupt", { prompt_id: promptId }, options);
  return "interrupting";
}

async function post(peer: Peer, route: string, body: unknown, options: CallOptions): Promise<void> {
  const headers = { "content-type": "application/json" };
  const call = {
    method: "POST" as const,
    url: peer.routes.route(route),
    headers,
    body: JSON.stringify(body),
  };
  await (await send(peer, call, options)).discard();
}
