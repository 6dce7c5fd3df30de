// What is done when a server ends that nobody here told to end.

import { rm } from "node:fs/promises";
import { pause, reasonOf } from "@pictor/kernel/plugin";
import { rebootFile, type Held, type ServerContext } from "../record/server-context.js";
import type { Desk } from "../state/server-tracker.js";
import { describeEnding, type Ending } from "../process/process-ending.js";
import { recordCrash } from "../start/start-server.js";
import { crashesInRow, judgeEnd, restartAfter, type EndFacts } from "../state/server-state.js";
import { isAlive } from "../process/process-identity.js";
import { readRecord, sameProcess } from "../record/run-record.js";

/** Milliseconds between two looks at what another process makes of it, and for how long at most. */
const lookMs = 50;
const stopPatienceMs = 60_000;
/** An owner notes a crash of its own child at once. */
const ownerPatienceMs = 2_000;

export interface AfterEnd {
  /** Settles when it is known what that end was. */
  ended(held: Held, ending: Ending): Promise<void>;
  /** A server is ready. */
  wasReady(): void;
  /** Somebody starts or stops it: what was planned is off, and crashes are counted anew. */
  calm(): void;
  close(): void;
}

export interface AfterEndActions {
  /** Starts it again on the same terms. */
  relaunch(held: Held): Promise<void>;
  /** Joins the one that has taken its place. */
  follow(): Promise<void>;
}

export function createAfterEnd(context: ServerContext, desk: Desk, actions: AfterEndActions): AfterEnd {
  const { means } = context;
  const { clock, layout, logger, name, settings } = means;
  const closing = new AbortController();
  let readyAtMs: number | undefined;
  let inRow = 0;
  let cancelRestart = (): void => undefined;

  const recordNow = async (held: Held): Promise<EndFacts["record"]> => {
    const record = await readRecord(layout.runState);
    if (record === undefined) return "none";
    if (!sameProcess(record.process, held.record.process)) return "other";
    if (record.phase === "crashed") return "same, crashed";
    return record.phase === "stopping" ? "same, stopping" : "same";
  };
  /** What another process makes of it; still `is` when that takes too long. */
  const changedRecord = async (
    held: Held,
    is: EndFacts["record"],
    ms: number,
  ): Promise<EndFacts["record"]> => {
    const untilMs = clock.now() + ms;
    for (;;) {
      const now = await recordNow(held);
      if (now !== is || clock.now() >= untilMs || closing.signal.aborted) return now;
      await pause(clock, lookMs, closing.signal).catch(() => undefined);
    }
  };

  const planRestart = (held: Held, ending: Ending): void => {
    inRow = crashesInRow(inRow, readyAtMs === undefined ? 0 : clock.now() - readyAtMs);
    readyAtMs = undefined;
    const { restarts } = settings.launch;
    const ms = restartAfter(inRow, restarts, ending);
    if (ms === undefined || closing.signal.aborted) return;
    logger.warn(`"${name}" is started again in ${Math.round(ms / 1000)} s (${inRow} of ${restarts}).`);
    cancelRestart = clock.after(ms, () => {
      if (desk.phase().at === "crashed") again(held, actions.relaunch(held));
    });
  };
  const again = (held: Held, work: Promise<void>): void => {
    work.catch((error: unknown) => {
      logger.warn(`"${name}" was not started again: ${reasonOf(error)}`);
      const phase = desk.phase();
      if (phase.at === "crashed") planRestart(held, phase.crash);
    });
  };

  return {
    async ended(held, ending) {
      const asksForRestart = await rm(rebootFile(means)).then(
        () => true,
        () => false,
      );
      const isOthers = held.owner === "other" && (await isAlive(held.record.owner, means));
      let record = isOthers ? await changedRecord(held, "same", ownerPatienceMs) : await recordNow(held);
      if (record === "same, stopping") {
        desk.tell({ type: "stopping" });
        record = await changedRecord(held, record, stopPatienceMs);
      }
      if (closing.signal.aborted) return;
      const verdict = judgeEnd({ ending, asksForRestart, record });
      if (verdict === "crashed") {
        const lastLines = await recordCrash(context, desk, held, ending);
        logger.error(`The server of "${name}" has crashed (${describeEnding(ending)}).`, { lastLines });
        if (held.owner === "this") planRestart(held, ending);
        return;
      }
      if (held.owner === "this") await held.watched.kill("SIGKILL");
      desk.release();
      if (verdict === "stopped") {
        desk.tell({ type: "down" });
        return;
      }
      logger.info(`The server of "${name}" restarts.`);
      again(held, verdict === "restart" ? actions.relaunch(held) : actions.follow());
    },
    wasReady() {
      readyAtMs = clock.now();
    },
    calm() {
      cancelRestart();
      inRow = 0;
    },
    close() {
      closing.abort();
      cancelRestart();
    },
  };
}
