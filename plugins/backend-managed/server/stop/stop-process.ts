// Ends a server process and its descendants, with escalating signals.

import { pause, withTimeout } from "@pictor/kernel/plugin";
import { managedFault } from "../../faults.js";
import type { WorkOptions } from "../../instance.js";
import type { TrackedServer, ServerContext } from "../record/server-context.js";

/** Time limit for each step, in milliseconds. */
const stopLimits = {
  /** Time limit for one HTTP request. */
  requestMs: 1_000,
  /** Time limit for the interruption of the running prompt, which notifies its clients. */
  interruptMs: 2_000,
  SIGINT: 8_000,
  SIGTERM: 3_000,
  SIGKILL: 5_000,
} as const;
const pollMs = 50;

/** Whether `GET /queue` lists a running prompt; false when the server does not answer. */
async function isBusy({ instance, auth }: ServerContext, url: string): Promise<boolean> {
  try {
    const reply = await instance.network.send(
      { url: `${url}/queue`, redirect: "error", ...(auth === undefined ? {} : { auth }) },
      { timeoutMs: stopLimits.requestMs, maxBytes: 1 << 26 },
    );
    const { queue_running: running } = JSON.parse(await reply.text()) as { queue_running?: unknown };
    return Array.isArray(running) && running.length > 0;
  } catch {
    return false;
  }
}

async function interruptPrompt(context: ServerContext, url: string): Promise<void> {
  const { instance, auth } = context;
  if (!(await isBusy(context, url))) return;
  await instance.network
    .send(
      {
        method: "POST",
        url: `${url}/interrupt`,
        headers: { "Content-Type": "application/json" },
        body: "{}",
        redirect: "error",
        ...(auth === undefined ? {} : { auth }),
      },
      { timeoutMs: stopLimits.requestMs },
    )
    .then((reply) => reply.discard())
    .catch(() => undefined);
  const untilMs = instance.clock.now() + stopLimits.interruptMs;
  while (instance.clock.now() < untilMs && (await isBusy(context, url))) await pause(instance.clock, pollMs);
}

export interface StopProcessOptions {
  /** Whether the running prompt is interrupted first; false when this process is ending and sends no further requests. */
  readonly interruptsPrompt: boolean;
  readonly onLine?: WorkOptions["onLine"];
}

/**
 * Ends a server process. If the server has ended already, ends the descendants that it left. Rejects with
 * `MANAGED_SERVER_STUCK`.
 */
export async function stopProcess(
  context: ServerContext,
  { record, watched }: Pick<TrackedServer, "record" | "watched">,
  { interruptsPrompt, onLine }: StopProcessOptions,
): Promise<void> {
  const { instance } = context;
  const { pid } = record.process;
  if (interruptsPrompt && record.phase !== "starting") await interruptPrompt(context, record.url);
  for (const signal of ["SIGINT", "SIGTERM", "SIGKILL"] as const) {
    if (signal !== "SIGINT") onLine?.(`the server did not end; sending ${signal}`);
    await watched.kill(signal);
    const exited = await withTimeout(instance.clock, stopLimits[signal], watched.exited, () => undefined);
    if (exited === undefined) continue;
    // Extensions may have started programs that ignored the signal.
    await watched.kill("SIGKILL");
    return;
  }
  throw managedFault("MANAGED_SERVER_STUCK", { name: instance.name, pid });
}
