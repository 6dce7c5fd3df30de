// Closes the port for a while, as a fault or a reboot demands, and restarts the server session if the outage is a restart.
import { pause, type Clock } from "@pictor/kernel/plugin";
import type { Outage } from "./faults/behavior.js";
import type { ListeningPort } from "./listening-port.js";

/** The session that an outage with `isRestart` ends and replaces. */
export interface RestartableSession {
  allDelivered(): Promise<void>;
  end(): Promise<void>;
  begin(): void;
}

export function createOutages(port: ListeningPort, clock: Clock, session: RestartableSession) {
  const closing = new AbortController();
  let active: Promise<void> | undefined;

  async function run({ ms, isRestart }: Outage, afterDelivery: boolean): Promise<void> {
    if (afterDelivery) await session.allDelivered();
    port.interrupt();
    const ended = isRestart ? session.end() : undefined;
    await pause(clock, ms, closing.signal).catch(() => undefined);
    await ended;
    if (isRestart && !closing.signal.aborted) session.begin();
    await port.reopen(closing.signal);
  }

  return {
    isActive: () => active !== undefined,
    /**
     * Closes the port, and opens it again when the time is over. `afterDelivery`: first waits until clients have received all
     * of their messages. False when an outage is already active.
     */
    start(outage: Outage, afterDelivery: boolean) {
      if (closing.signal.aborted || active !== undefined) return false;
      active = run(outage, afterDelivery).finally(() => (active = undefined));
      return true;
    },
    /** Ends an active outage early, and prevents later ones. */
    async close() {
      closing.abort();
      await active;
    },
  };
}
