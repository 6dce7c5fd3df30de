// Somebody could not reach the server: has it crashed, does it restart from inside, or is it only busy?

import { reasonOf } from "@pictor/kernel/plugin";
import { logSize } from "../start/wait-until-ready.js";
import type { TrackedServer, ServerContext } from "../record/server-context.js";
import type { ServerTracker } from "../state/server-tracker.js";
import { settledWithin } from "../process/settled-within.js";
import { probe } from "../../launch/probe-server.js";

/** An end is noticed within that time by who watches it: of a child, at once. Milliseconds. */
const exitNoticeMs = { child: 150, stranger: 400 };
/** For the address to answer. */
const answerMs = 400;
const maxBrokenProbes = 5;

export interface ReachabilityActions {
  /** Settles when the end of the server has been judged. */
  exitHandled(): Promise<void>;
  /** Waits until a server that is held is ready again; `from` is where its log begins anew. */
  awaitRestart(tracked: TrackedServer, from: number): Promise<void>;
}

/** Settles when it is known; what follows goes on by itself. */
export async function checkReachable(
  { instance, auth }: ServerContext,
  tracker: ServerTracker,
  tracked: TrackedServer,
  { exitHandled, awaitRestart }: ReachabilityActions,
): Promise<void> {
  const { clock, layout, logger, name } = instance;
  const { record, watched } = tracked;
  const exited = watched.exited.then(() => "gone" as const);
  const ask = async (): Promise<"refused" | "busy"> => {
    // A connection that was kept open ends without an answer first.
    for (let attempt = 0; attempt < maxBrokenProbes; attempt++) {
      const answer = await probe(instance, record.url, { auth });
      if (answer.kind !== "silent" || answer.how === "late") return "busy";
      if (answer.how === "refused") return "refused";
    }
    return "busy";
  };
  let seen = await settledWithin(clock, answerMs, Promise.race([exited, ask()]));
  // A process that ends closes its port first.
  if (seen === "refused") seen = (await settledWithin(clock, exitNoticeMs[watched.kind], exited)) ?? "refused";
  if (seen === "gone") {
    await exitHandled();
    return;
  }
  if (seen !== "refused" || tracker.phase().at !== "running" || tracker.tracked()?.watched !== watched) return;
  logger.info(`The server of "${name}" restarts from inside.`);
  tracker.dispatch({ type: "away" });
  awaitRestart(tracked, await logSize(layout.logs)).catch((error: unknown) => {
    logger.warn(`"${name}" did not come back: ${reasonOf(error)}`);
  });
}
