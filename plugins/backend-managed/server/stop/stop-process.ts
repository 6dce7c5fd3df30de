// Ends a server: kindly first, then less so, until nothing of it is left.

import { pause } from "@pictor/kernel/plugin";
import { managedFault } from "../../faults.js";
import type { TrackedServer, ServerContext } from "../record/server-context.js";
import { settledWithin } from "../process/settled-within.js";

/** Milliseconds that each way has. */
export const stopLimits = {
  /** For one question over HTTP. */
  askMs: 1_000,
  /** For what runs to be interrupted, so that its clients hear of it. */
  interruptMs: 2_000,
  SIGINT: 8_000,
  SIGTERM: 3_000,
  SIGKILL: 5_000,
} as const;
const pollMs = 50;

/** Whether a prompt runs; false also when nobody answers. `GET /queue`. */
async function isBusy({ instance, auth }: ServerContext, url: string): Promise<boolean> {
  try {
    const reply = await instance.network.send(
      { url: `${url}/queue`, redirect: "error", ...(auth === undefined ? {} : { auth }) },
      { timeoutMs: stopLimits.askMs, maxBytes: 1 << 26 },
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
      { timeoutMs: stopLimits.askMs },
    )
    .then((reply) => reply.discard())
    .catch(() => undefined);
  const untilMs = instance.clock.now() + stopLimits.interruptMs;
  while (instance.clock.now() < untilMs && (await isBusy(context, url))) await pause(instance.clock, pollMs);
}

export interface StopProcessOptions {
  /** False where the network is gone already. */
  readonly interruptsPrompt: boolean;
  onLine?(line: string): void;
}

/** Rejects with `MANAGED_SERVER_STUCK`. Works on one that has ended too: what it left behind is ended. */
export async function stopProcess(
  context: ServerContext,
  { record, watched }: Pick<TrackedServer, "record" | "watched">,
  { interruptsPrompt, onLine }: StopProcessOptions,
): Promise<void> {
  const { instance } = context;
  const { pid } = record.process;
  if (interruptsPrompt && record.phase !== "starting") await interruptPrompt(context, record.url);
  for (const signal of ["SIGINT", "SIGTERM", "SIGKILL"] as const) {
    if (signal !== "SIGINT") onLine?.(`it does not end; ${signal} follows`);
    await watched.kill(signal);
    if ((await settledWithin(instance.clock, stopLimits[signal], watched.exited)) === undefined) continue;
    // Its packs may have started programs that do not listen.
    await watched.kill("SIGKILL");
    return;
  }
  throw managedFault("MANAGED_SERVER_STUCK", { name: instance.name, pid });
}
