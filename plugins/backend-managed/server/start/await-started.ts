// Waits until the tracked server is ready, and ends one that does not become ready.

import { managedFault } from "../../faults.js";
import type { WorkOptions } from "../../instance.js";
import { withServerLock } from "../../locks/server-lock.js";
import {
  startAdvice,
  describeEnding,
  indented,
  relevantLines,
  type ProcessEnding,
} from "../process/process-ending.js";
import { isSameProcess } from "../process/process-identity.js";
import { readRecord, removeRecord, writeRecord } from "../record/run-record.js";
import { endpointOf, type TrackedServer } from "../record/server-context.js";
import { readLogTail, recordCrash } from "../state/record-crash.js";
import type { SupervisorContext } from "../state/server-tracker.js";
import { stopProcess } from "../stop/stop-process.js";
import { waitUntilReady } from "./wait-until-ready.js";

export interface AwaitOptions extends WorkOptions {
  /** Size of the log when this start began, in bytes; 0 for a new process, which begins a new log. */
  readonly logOffset: number;
}

/**
 * Settles when the server is ready. Rejects with `MANAGED_SERVER_FAILED`, `MANAGED_SERVER_SILENT`,
 * `MANAGED_SERVER_STOPPED`, or the signal's reason; before that, ends a server that this process owns.
 */
export async function awaitStarted(
  context: SupervisorContext,
  tracked: TrackedServer,
  { signal, onLine, logOffset }: AwaitOptions,
): Promise<void> {
  const { instance, tracker } = context;
  const { name, settings } = instance;
  const timeoutMs = settings.launch.startTimeoutMs;
  try {
    const readiness = await waitUntilReady(context, tracked, {
      logOffset,
      timeoutMs,
      wasReady: logOffset === 0 && tracked.record.phase === "running",
      signal,
      onLine,
    });
    if (readiness.kind === "ready") {
      await markRunning(context, tracked);
      return;
    }
    if (readiness.kind === "ended") throw await endedFault(context, tracked, readiness.ending);
    const lastLines = await readLogTail(context);
    // When this start is aborted, a kept server continues, because another host may wait for it.
    const mayEnd = tracked.owner === "this" || (tracked.owner === "nobody" && readiness.kind === "timeout");
    if (mayEnd) await endServer(context, tracked);
    tracker.release();
    tracker.dispatch({ type: "down" });
    signal?.throwIfAborted();
    const seconds = Math.round(timeoutMs / 1000);
    const lines = indented(relevantLines({}, lastLines));
    const details = { name, url: tracked.record.url, seconds, lines };
    throw managedFault("MANAGED_SERVER_SILENT", details, { more: { lastLines } });
  } finally {
    tracked.releasePort?.();
  }
}

/** The error for a server that ended before it was ready: stopped by another host, or crashed. */
async function endedFault(
  context: SupervisorContext,
  tracked: TrackedServer,
  ending: ProcessEnding,
): Promise<Error> {
  const { instance, tracker } = context;
  const { layout, name } = instance;
  const record = await readRecord(layout.runState);
  const isRecorded = record !== undefined && isSameProcess(record.process, tracked.record.process);
  if (!isRecorded || record.phase === "stopping") {
    tracker.release();
    tracker.dispatch({ type: "down" });
    return managedFault("MANAGED_SERVER_STOPPED", { name });
  }
  const lastLines = await recordCrash(context, tracked, ending);
  const details = {
    name,
    ending: describeEnding(ending),
    lines: indented(relevantLines(ending, lastLines)),
    advice: startAdvice(ending, lastLines, instance),
  };
  return managedFault("MANAGED_SERVER_FAILED", details, { more: { ...ending, lastLines } });
}

async function markRunning({ instance, tracker }: SupervisorContext, tracked: TrackedServer): Promise<void> {
  const { runState } = instance.layout;
  let { record } = tracked;
  if (record.phase === "starting" && tracked.owner !== "other") {
    record = await withServerLock(instance, async () => {
      const now = await readRecord(runState);
      if (now === undefined || !isSameProcess(now.process, record.process) || now.phase !== "starting")
        return record;
      const running = { ...now, phase: "running" as const };
      await writeRecord(runState, running);
      return running;
    });
  }
  tracker.update({ ...tracked, record: { ...record, phase: "running" } });
  if (tracker.tracked()?.watched === tracked.watched)
    tracker.dispatch({ type: "ready", endpoint: endpointOf(tracked) });
}

/** Ends the server under the lock. Its record says so before, so that other hosts do not take the end for a crash. */
async function endServer(context: SupervisorContext, tracked: TrackedServer): Promise<void> {
  const { instance, tracker } = context;
  const { runState } = instance.layout;
  await withServerLock(instance, async () => {
    tracker.dispatch({ type: "stopping" });
    await writeRecord(runState, { ...tracked.record, phase: "stopping" }).catch(() => undefined);
    await stopProcess(context, tracked, { interruptsPrompt: false });
    await removeRecord(runState);
  });
}
