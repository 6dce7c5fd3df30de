// Takes back a prompt whose submission was stopped or failed: whatever became of it, the server shall not run it.

import type { Backend, CancelOutcome, Receipt } from "../../backend/types.js";
import type { Clock } from "../../hooks/clock.js";
import { backoffMs, isOutage } from "./outage.js";
import { pause } from "./watch.js";

/** As many as fit into the time that a kernel waits for them when it is disposed. */
const tries = 4;

export interface WithdrawDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
  /** Of the kernel: after it nothing is tried any more. */
  readonly lifetime: AbortSignal;
}

async function cancel(
  promptId: string,
  { backend, clock, lifetime }: WithdrawDependencies,
): Promise<CancelOutcome | undefined> {
  for (let attempt = 0; attempt < tries && !lifetime.aborted; attempt++) {
    try {
      return await backend.cancel(promptId);
    } catch (error) {
      if (!isOutage(error) || attempt + 1 === tries) return undefined;
    }
    await pause(clock, backoffMs(attempt), lifetime).catch(() => undefined);
  }
  return undefined;
}

/** Never rejects. `submitting` is the last request, whose reply may still come and name another id. */
export async function withdraw(
  proposed: string,
  submitting: Promise<Receipt> | undefined,
  deps: WithdrawDependencies,
): Promise<void> {
  const outcome = await cancel(proposed, deps);
  if (submitting === undefined || outcome === "removed" || outcome === "interrupting") return;
  const promptId = await submitting.then(
    (receipt) => receipt.promptId,
    () => proposed,
  );
  await cancel(promptId, deps);
}
