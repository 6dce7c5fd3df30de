// Watches a server process and signals it: a child of this process, or one that another host started.

import type { RunningProcess } from "@pictor/kernel/plugin";
import type { Instance } from "../../instance.js";
import { listPids, pidExists, readStat } from "@pictor/process-table";
import { toProcessEnding, type ProcessEnding } from "./process-ending.js";
import { isAlive, type ProcessIdentity } from "./process-identity.js";

export type StopSignal = "SIGINT" | "SIGTERM" | "SIGKILL";

export interface WatchedProcess {
  readonly kind: "child" | "foreign";
  readonly identity: ProcessIdentity;
  /** Settles when the process has ended; exit code and signal are known for a child only. Never settles after `release`. */
  readonly exited: Promise<ProcessEnding>;
  /** Signals the process and its descendants. False when none of them is left. */
  kill(signal: StopSignal): Promise<boolean>;
  /** Stops watching; the process continues. */
  release(): void;
}

/** Interval between checks whether a foreign process has ended. */
const pollMs = 250;
/** Interval between checks whether a foreign process has ended, after a signal was sent to it. */
const exitPollMs = 20;

export const watchChild = (identity: ProcessIdentity, child: RunningProcess): WatchedProcess => ({
  kind: "child",
  identity,
  exited: child.ended.then(toProcessEnding),
  kill: (signal) => Promise.resolve(child.kill(signal)),
  release: () => undefined,
});

export function watchForeignProcess(identity: ProcessIdentity, instance: Instance): WatchedProcess {
  // Reading the start time runs a program on systems other than Linux, so the pid must suffice there.
  const lives = async (): Promise<boolean> =>
    instance.platform === "linux" ? isAlive(identity, instance) : pidExists(identity.pid);
  let isReleased = false;
  let isTerminating = false;
  let cancel = (): void => undefined;
  let look = (): void => undefined;
  const exited = new Promise<ProcessEnding>((resolve) => {
    look = () => {
      cancel();
      if (isReleased) return;
      cancel = instance.clock.after(isTerminating ? exitPollMs : pollMs, () => {
        void lives().then((is) => {
          if (is) look();
          else resolve({});
        });
      });
    };
    look();
  });
  return {
    kind: "foreign",
    identity,
    exited,
    async kill(signal) {
      const delivered = await killGroup(identity, signal, instance);
      isTerminating = true;
      look();
      return delivered;
    },
    release() {
      isReleased = true;
      cancel();
    },
  };
}

/** Signals the group and the session that the server leads. */
async function killGroup({ pid }: ProcessIdentity, signal: StopSignal, instance: Instance): Promise<boolean> {
  if (instance.platform === "win32") {
    const end = await instance.run("taskkill", ["/PID", String(pid), "/T", "/F"]).ended;
    return end.kind === "exited" && end.exitCode === 0;
  }
  const members = instance.platform === "linux" ? await sessionMembers(pid) : [];
  const delivered = [-pid, ...members].filter((target) => sendSignal(target, signal));
  return delivered.length > 0;
}

function sendSignal(target: number, signal: StopSignal): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch {
    return false;
  }
}

/** The processes of a session that are outside its leader's group. */
async function sessionMembers(leader: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (const pid of await listPids()) {
    const stat = await readStat(pid);
    if (stat?.session === leader && stat.group !== leader && !stat.hasEnded) found.push(pid);
  }
  return found;
}
