// Handles the end of a server that this process did not request: another host stopped it, or it was restarted or
// replaced, or it crashed.

import { rm } from "node:fs/promises";
import { pause, reasonOf } from "@pictor/kernel/plugin";
import { rebootFile, type TrackedServer } from "../record/server-context.js";
import type { SupervisorContext } from "../state/server-tracker.js";
import { describeEnding, type ProcessEnding } from "../process/process-ending.js";
import { recordCrash } from "../state/record-crash.js";
import { countCrashesInRow, judgeExit, restartDelayMs, type ExitFacts } from "../state/server-state.js";
import { isSameProcess, isAlive } from "../process/process-identity.js";
import { readRecord } from "../record/run-record.js";

/** Interval between reads of run.json while another host is expected to change it. */
const pollMs = 50;
/** Time limit for another host to finish a stop. */
const stopTimeoutMs = 60_000;
/** Time limit for the owner to record the crash of its child process. */
const ownerTimeoutMs = 2_000;

export interface ExitActions {
  /** Starts the server again with the same ownership. */
  relaunch(tracked: TrackedServer): Promise<void>;
  /** Joins the server that replaced the ended one. */
  joinSuccessor(): Promise<void>;
}

export function createExitHandler(context: SupervisorContext, actions: ExitActions) {
  const { instance, tracker } = context;
  const { clock, layout, logger, name, settings } = instance;
  const closing = new AbortController();
  let readyAtMs: number | undefined;
  let crashCount = 0;
  let cancelRestart = (): void => undefined;

  const readRecordState = async (tracked: TrackedServer): Promise<ExitFacts["record"]> => {
    const record = await readRecord(layout.runState);
    if (record === undefined) return "none";
    if (!isSameProcess(record.process, tracked.record.process)) return "other";
    if (record.phase === "crashed") return "same, crashed";
    return record.phase === "stopping" ? "same, stopping" : "same";
  };
  /** Waits at most `ms` until the state of the record differs from `is`; settles with the last state. */
  const waitForRecordChange = async (
    tracked: TrackedServer,
    is: ExitFacts["record"],
    ms: number,
  ): Promise<ExitFacts["record"]> => {
    const untilMs = clock.now() + ms;
    for (;;) {
      const now = await readRecordState(tracked);
      if (now !== is || clock.now() >= untilMs || closing.signal.aborted) return now;
      await pause(clock, pollMs, closing.signal).catch(() => undefined);
    }
  };

  const planRestart = (tracked: TrackedServer, ending: ProcessEnding): void => {
    crashCount = countCrashesInRow(crashCount, readyAtMs === undefined ? 0 : clock.now() - readyAtMs);
    readyAtMs = undefined;
    const { restarts } = settings.launch;
    const ms = restartDelayMs(crashCount, restarts, ending);
    if (ms === undefined || closing.signal.aborted) return;
    logger.warn(
      `The server of "${name}" is restarted in ${Math.round(ms / 1000)} s (${crashCount} of ${restarts}).`,
    );
    cancelRestart = clock.after(ms, () => {
      if (tracker.phase().at === "crashed") again(tracked, actions.relaunch(tracked));
    });
  };
  const again = (tracked: TrackedServer, work: Promise<void>): void => {
    work.catch((error: unknown) => {
      logger.warn(`The server of "${name}" could not be restarted: ${reasonOf(error)}`);
      const phase = tracker.phase();
      if (phase.at === "crashed") planRestart(tracked, phase.crash);
    });
  };

  return {
    /**
     * Handles the end of a server. Settles when the cause of the end is known; a restart of the server continues in the
     * background.
     */
    async ended(tracked: TrackedServer, ending: ProcessEnding) {
      const asksForRestart = await rm(rebootFile(instance)).then(
        () => true,
        () => false,
      );
      const isOthers = tracked.owner === "other" && (await isAlive(tracked.record.owner, instance));
      let record = isOthers
        ? await waitForRecordChange(tracked, "same", ownerTimeoutMs)
        : await readRecordState(tracked);
      if (record === "same, stopping") {
        tracker.dispatch({ type: "stopping" });
        record = await waitForRecordChange(tracked, record, stopTimeoutMs);
      }
      if (closing.signal.aborted) return;
      const verdict = judgeExit({ ending, asksForRestart, record });
      if (verdict === "crashed") {
        const lastLines = await recordCrash(context, tracked, ending);
        logger.error(`The server of "${name}" has crashed (${describeEnding(ending)}).`, { lastLines });
        if (tracked.owner === "this") planRestart(tracked, ending);
        return;
      }
      if (tracked.owner === "this") await tracked.watched.kill("SIGKILL");
      tracker.release();
      if (verdict === "stopped") {
        tracker.dispatch({ type: "down" });
        return;
      }
      logger.info(`The server of "${name}" restarts.`);
      again(tracked, verdict === "restart" ? actions.relaunch(tracked) : actions.joinSuccessor());
    },
    /** Call this when a server has become ready. */
    wasReady() {
      readyAtMs = clock.now();
    },
    /** Call this when the server is started or stopped on request: cancels a planned restart and the count of crashes. */
    reset() {
      cancelRestart();
      crashCount = 0;
    },
    close() {
      closing.abort();
      cancelRestart();
    },
  };
}
