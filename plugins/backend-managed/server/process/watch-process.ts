// A process that is watched: a child of this one, or one that another process had started.

import { readdir, readFile } from "node:fs/promises";
import type { RunningProcess } from "@pictor/kernel/plugin";
import type { Means } from "../../instance.js";
import { endingOf, type Ending } from "./process-ending.js";
import { isAlive, isThere, type ProcessMark } from "./process-identity.js";

export type StopSignal = "SIGINT" | "SIGTERM" | "SIGKILL";

export interface Watched {
  readonly kind: "child" | "stranger";
  readonly mark: ProcessMark;
  /** Settles when it has ended; how is known of a child only. Never, once it is let go. */
  readonly gone: Promise<Ending>;
  /** To it and to what it started. False when nothing is left. */
  kill(signal: StopSignal): Promise<boolean>;
  /** Watches no longer; it goes on. */
  release(): void;
}

/** Milliseconds between two looks at a process that is no child of this one. */
const lookMs = 250;
/** The same once it was told to end. */
const dyingLookMs = 20;

export const watchChild = (mark: ProcessMark, child: RunningProcess): Watched => ({
  kind: "child",
  mark,
  gone: child.ended.then(endingOf),
  kill: (signal) => Promise.resolve(child.kill(signal)),
  release: () => undefined,
});

export function watchStranger(mark: ProcessMark, means: Means): Watched {
  // Where a look at the start time runs a program, the pid has to do.
  const lives = async (): Promise<boolean> =>
    means.platform === "linux" ? isAlive(mark, means) : isThere(mark.pid);
  let isLetGo = false;
  let isDying = false;
  let cancel = (): void => undefined;
  let look = (): void => undefined;
  const gone = new Promise<Ending>((resolve) => {
    look = () => {
      cancel();
      if (isLetGo) return;
      cancel = means.clock.after(isDying ? dyingLookMs : lookMs, () => {
        void lives().then((is) => {
          if (is) look();
          else resolve({});
        });
      });
    };
    look();
  });
  return {
    kind: "stranger",
    mark,
    gone,
    async kill(signal) {
      const told = await killGroup(mark, signal, means);
      isDying = true;
      look();
      return told;
    },
    release() {
      isLetGo = true;
      cancel();
    },
  };
}

/** Servers are started as leaders of a group and a session of their own. */
async function killGroup({ pid }: ProcessMark, signal: StopSignal, means: Means): Promise<boolean> {
  if (means.platform === "win32") {
    const end = await means.run("taskkill", ["/PID", String(pid), "/T", "/F"]).ended;
    return end.kind === "exited" && end.exitCode === 0;
  }
  const members = means.platform === "linux" ? await sessionOf(pid) : [];
  const told = [-pid, ...members].filter((target) => send(target, signal));
  return told.length > 0;
}

function send(target: number, signal: StopSignal): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch {
    return false;
  }
}

/** Those of a session that have left its first group. Field 5 of `/proc/<pid>/stat` is the group, field 6 the session. */
async function sessionOf(leader: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const [state, , group, session] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    if (state !== "Z" && Number(session) === leader && Number(group) !== leader) found.push(Number(name));
  }
  return found;
}
