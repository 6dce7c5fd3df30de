// Times during which the port is closed on purpose, with or without the end of what is in memory.
import type { Clock } from "@pictor/kernel/plugin";
import type { Outage } from "../faults/hooks.js";
import type { Port } from "./port.js";

export interface Outages {
  /**
   * Takes the server down, and up again when the time is over: at once, or `whenHeard`, when clients have read what was
   * sent to them. False when it is down already.
   */
  begin(outage: Outage, whenHeard: boolean): boolean;
  isUnderWay(): boolean;
  /** Waits until what is under way has ended early; there are no outages after this. */
  end(): Promise<void>;
}

/** What an outage that kills the process ends, and what it begins afterwards. */
export interface Lives {
  heard(): Promise<void>;
  end(): Promise<void>;
  begin(): void;
}

export function createOutages(port: Port, clock: Clock, lives: Lives): Outages {
  let isWanted = true;
  let cutShort: () => void = () => undefined;
  let underWay: Promise<void> | undefined;

  async function goThrough({ ms, isKilled }: Outage, whenHeard: boolean): Promise<void> {
    if (whenHeard) await lives.heard();
    port.shut();
    const ended = isKilled ? lives.end() : undefined;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      cutShort = () => {
        cancel();
        resolve();
      };
    });
    await ended;
    if (isKilled && isWanted) lives.begin();
    await port.reopen(() => isWanted);
  }

  return {
    isUnderWay: () => underWay !== undefined,
    begin(outage, whenHeard) {
      if (!isWanted || underWay !== undefined) return false;
      underWay = goThrough(outage, whenHeard).finally(() => (underWay = undefined));
      return true;
    },
    async end() {
      isWanted = false;
      cutShort();
      await underWay;
    },
  };
}
