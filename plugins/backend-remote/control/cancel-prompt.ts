// Cancels a prompt: removes it from the queue while it is queued, interrupts it while it runs.
//
//   POST /api/jobs/{id}/cancel  --cancelled-->  read where the prompt is  -->  removed | interrupting | gone
//        | the server declines, or a proxy blocks the route
//        v
//   read the queue <----------------------------+
//     queued:     POST /queue delete  ----------+
//     running:    POST /interrupt     --pause --+   at most four times
//     in neither: removed | interrupting | gone
//     running alongside other prompts on a server whose interrupt stops all of them: refused

import { changedError, linkedController, pause, PictorError } from "@pictor/kernel/plugin";
import type { CallOptions, CancelOutcome } from "@pictor/kernel/plugin";
import type { ActivePrompts } from "../prompts/active-prompts.js";
import { findPrompt } from "../prompts/find-prompt.js";
import { finalStateOf } from "../prompts/history-item.js";
import { readQueue, type Queue } from "../prompts/queue.js";
import { send, type RemoteServer } from "../server/requests.js";
import type { CancelSupport } from "./cancel-support.js";

type CancelStep = "delete" | "interrupt" | "absent" | "refused";

/**
 * Pauses in milliseconds after an interrupt, before the queue is read again: an interrupt has no effect while a prompt
 * has left the queue but not started.
 */
const pausesMs = [50, 150, 300];

export interface CancelContext {
  readonly server: RemoteServer;
  readonly support: CancelSupport;
  /** Once an event of the prompt's run was received, an interrupt will reach it. */
  readonly activePrompts: ActivePrompts;
}

/**
 * The next step towards cancelling a prompt, according to the queue. Servers before 0.3.57 ignore the id in an interrupt and
 * stop whatever runs: unless interrupts are known to be `targeted`, one is sent only if no other prompt is running.
 */
export function nextCancelStep({ running, pending }: Queue, promptId: string, targeted: boolean): CancelStep {
  if (pending.some((entry) => entry.promptId === promptId)) return "delete";
  if (!running.some((entry) => entry.promptId === promptId)) return "absent";
  return targeted || running.every((entry) => entry.promptId === promptId) ? "interrupt" : "refused";
}

/**
 * Implements `Backend.cancel`. Prefers the server's route for cancelling. Otherwise the queue is read before each step, so
 * that an interrupt is sent only for a prompt that was just seen running. `interrupting` means that the interrupt was sent;
 * it takes effect when the node next checks for it, and an event reports the end.
 */
export async function cancelPrompt(
  context: CancelContext,
  promptId: string,
  options: CallOptions = {},
): Promise<CancelOutcome> {
  const { server, support } = context;
  const result = await support.cancelJob(promptId, options);
  if (result.kind === "cancelled") {
    const found = await findPrompt(server, promptId, { ...options, first: "queue" });
    if (found === undefined) return "removed";
    const { state } = found.in === "queue" ? found.position : finalStateOf(found.item, server.routes.view);
    if (state === "running" || state === "interrupted") return "interrupting";
    if (state !== "queued") return "gone";
  }
  const { controller, release } = linkedController(server.closed, options.signal);
  try {
    return await cancelThroughQueue(context, promptId, options, controller.signal);
  } catch (error) {
    if (result.kind !== "blocked" || !(error instanceof PictorError)) throw error;
    const what = `${error.what} Before that, the server's own route for cancelling was blocked: ${result.reason}.`;
    throw changedError(error, { what, cause: error });
  } finally {
    release();
  }
}

async function cancelThroughQueue(
  context: CancelContext,
  promptId: string,
  options: CallOptions,
  signal: AbortSignal,
): Promise<CancelOutcome> {
  const { server, support, activePrompts } = context;
  let done: "nothing" | "deleted" | "interrupted" = "nothing";
  for (let round = 0; ; round++) {
    const queue = await readQueue(server, options);
    let step = nextCancelStep(queue, promptId, false);
    if (step === "refused" && (await support.hasTargetedInterrupt(options))) step = "interrupt";
    if (step === "refused") return done === "interrupted" ? "interrupting" : "refused";
    if (step === "absent") {
      if (done === "nothing") return "gone";
      if (done === "interrupted") return "interrupting";
      // The prompt may have been deleted, or may have ended just before the deletion.
      return (await findPrompt(server, promptId, options)) === undefined ? "removed" : "gone";
    }
    if (step === "delete") await post(server, "/queue", { delete: [promptId] }, options);
    else await post(server, "/interrupt", { prompt_id: promptId }, options);
    if (step === "interrupt" && activePrompts.hasStarted(promptId)) return "interrupting";
    const pauseMs = pausesMs[round];
    if (pauseMs === undefined) return step === "interrupt" ? "interrupting" : "refused";
    done = step === "interrupt" ? "interrupted" : "deleted";
    if (step === "interrupt") await pause(server.clock, pauseMs, signal);
  }
}

async function post(server: RemoteServer, route: string, body: unknown, options: CallOptions): Promise<void> {
  const request = {
    method: "POST" as const,
    url: server.routes.route(route),
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  await send(server, request, options, (reply) => reply.discard());
}
