// Somebody could not reach the server: has it crashed, does it restart from inside, or is it only busy?

import { reasonOf } from "@pictor/kernel/plugin";
import { logSize } from "../start/wait-until-ready.js";
import type { Held, ServerContext } from "../record/server-context.js";
import type { Desk } from "../state/server-tracker.js";
import { settledWithin } from "../process/settled-within.js";
import { probe } from "../../launch/probe-server.js";

/** An end is noticed within that time by who watches it: of a child, at once. Milliseconds. */
const noticeMs = { child: 150, stranger: 400 };
/** For the address to answer. */
const answerMs = 400;
const mostBroken = 5;

export interface SuspicionActions {
  /** Settles when the end of the server has been judged. */
  judged(): Promise<void>;
  /** Waits until a server that is held is ready again; `from` is where its log begins anew. */
  awaitAgain(held: Held, from: number): Promise<void>;
}

/** Settles when it is known; what follows goes on by itself. */
export async function lookInto(
  { means, auth }: ServerContext,
  desk: Desk,
  held: Held,
  { judged, awaitAgain }: SuspicionActions,
): Promise<void> {
  const { clock, layout, logger, name } = means;
  const { record, watched } = held;
  const gone = watched.gone.then(() => "gone" as const);
  const ask = async (): Promise<"refused" | "busy"> => {
    // A connection that was kept open ends without an answer first.
    for (let attempt = 0; attempt < mostBroken; attempt++) {
      const answer = await probe(means, record.url, { auth });
      if (answer.kind !== "silent" || answer.how === "late") return "busy";
      if (answer.how === "refused") return "refused";
    }
    return "busy";
  };
  let seen = await settledWithin(clock, answerMs, Promise.race([gone, ask()]));
  // A process that ends closes its port first.
  if (seen === "refused") seen = (await settledWithin(clock, noticeMs[watched.kind], gone)) ?? "refused";
  if (seen === "gone") {
    await judged();
    return;
  }
  if (seen !== "refused" || desk.phase().at !== "running" || desk.held()?.watched !== watched) return;
  logger.info(`The server of "${name}" restarts from inside.`);
  desk.tell({ type: "away" });
  awaitAgain(held, await logSize(layout.logs)).catch((error: unknown) => {
    logger.warn(`"${name}" did not come back: ${reasonOf(error)}`);
  });
}
