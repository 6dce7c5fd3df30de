// Finds out why a call failed: the server has crashed, restarts itself in the same process, or is only busy.

import { reasonOf, withTimeout } from "@pictor/kernel/plugin";
import { logSize } from "../../logs/server-log.js";
import type { TrackedServer } from "../record/server-context.js";
import type { SupervisorContext } from "../state/server-tracker.js";
import { probe } from "../../launch/probe-server.js";

/** Time until the end of a process is noticed: a foreign process is polled. */
const exitNoticeMs = { child: 150, foreign: 400 };
/** Time limit for an answer of the server. */
const answerMs = 400;
const maxBrokenProbes = 5;

export interface ReachabilityActions {
  /** Settles when the end of the server has been handled. */
  exitHandled(): Promise<void>;
  /** Waits until the tracked server is ready again; `logOffset` is the size of the log at the restart, in bytes. */
  awaitRestart(tracked: TrackedServer, logOffset: number): Promise<void>;
}

/** Finds out why a call failed. Settles when the cause is known; a restart in the same process is awaited in the background. */
export async function checkReachable(
  { instance, auth, tracker }: SupervisorContext,
  tracked: TrackedServer,
  { exitHandled, awaitRestart }: ReachabilityActions,
): Promise<void> {
  const { clock, layout, logger, name } = instance;
  const { record, watched } = tracked;
  const exited = watched.exited.then(() => "gone" as const);
  const ask = async (): Promise<"refused" | "busy"> => {
    // The first request may have used a kept-alive connection that the server closed.
    for (let attempt = 0; attempt < maxBrokenProbes; attempt++) {
      const answer = await probe(instance, record.url, { auth });
      if (answer.kind !== "silent" || answer.how === "late") return "busy";
      if (answer.how === "refused") return "refused";
    }
    return "busy";
  };
  let seen = await withTimeout(clock, answerMs, Promise.race([exited, ask()]), () => undefined);
  // A process closes its port before it ends.
  if (seen === "refused")
    seen = await withTimeout(clock, exitNoticeMs[watched.kind], exited, () => "refused" as const);
  if (seen === "gone") {
    await exitHandled();
    return;
  }
  if (seen !== "refused" || tracker.phase().at !== "running" || tracker.tracked()?.watched !== watched)
    return;
  logger.info(`The server of "${name}" restarts itself.`);
  tracker.dispatch({ type: "restarting" });
  awaitRestart(tracked, await logSize(layout.logs)).catch((error: unknown) =>
    logger.warn(`The server of "${name}" did not come back after its restart: ${reasonOf(error)}`),
  );
}
