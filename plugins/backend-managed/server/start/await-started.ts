// Starts a server, or joins the one that runs already, and waits until it is ready.

import { logFile } from "../../logs/server-log.js";
import { lastLines } from "../../logs/read-log.js";
import { planLaunch } from "../../launch/plan-launch.js";
import { managedFault } from "../../faults.js";
import type { WorkOptions } from "../../instance.js";
import { writeModelPaths } from "../../models/write-model-paths.js";
import { waitUntilReady, type Readiness } from "./wait-until-ready.js";
import { endpointOf, type TrackedServer, type ServerContext } from "../record/server-context.js";
import type { ServerTracker } from "../state/server-tracker.js";
import {
  startAdvice,
  describeEnding,
  indented,
  relevantLines,
  type ProcessEnding,
} from "../process/process-ending.js";
import { findServer } from "../record/find-server.js";
import { withServerLock } from "../../locks/server-lock.js";
import { readRecord, removeRecord, writeRecord, type Ownership } from "../record/run-record.js";
import { spawnServer } from "./spawn-server.js";
import { stopProcess } from "../stop/stop-process.js";
import { launchingFile } from "../record/find-unrecorded.js";
import { watchForeignProcess } from "../process/watch-process.js";
import { isSameProcess } from "../process/process-identity.js";

export interface StartOptions extends WorkOptions {
  /** Ownership of the new process. Default: this process owns it and ends it. */
  readonly ownership?: Ownership;
  /** The device that torch was installed for, if known. */
  readonly torchDevice?: string | undefined;
  /** Joins a running server; starts none. */
  readonly joinOnly?: boolean;
}

/** Number of log lines in the error of a crash. */
export const maxLogLines = 20;
export const readLogTail = ({ instance }: ServerContext): Promise<readonly string[]> =>
  lastLines(logFile(instance.layout.logs), maxLogLines).catch(() => []);

/**
 * Call with the server lock held. Joins a running server, taking it over when its owner is dead. A server whose stop was
 * interrupted is ended first. Undefined with `joinOnly` when none runs.
 */
export async function joinOrSpawn(
  context: ServerContext,
  tracker: ServerTracker,
  options: StartOptions,
): Promise<TrackedServer | undefined> {
  const { instance, auth, ownIdentity } = context;
  const found = await findServer(context);
  if (found.kind === "server") return join(context, tracker, found, options);
  if (options.joinOnly === true) return undefined;
  if (found.kind === "stopping") {
    const { record } = found;
    await stopProcess(
      context,
      { record, watched: watchForeignProcess(record.process, instance) },
      { interruptsPrompt: false },
    );
  }
  const { signal, onLine, torchDevice, ownership = { owner: await ownIdentity(), keep: false } } = options;
  await writeModelPaths(instance);
  const plan = await planLaunch(instance, {
    auth,
    torchDevice,
    signal,
    onLine,
  });
  for (const note of plan.notes) instance.logger.warn(`${instance.name}: ${note}.`);
  try {
    signal?.throwIfAborted();
    onLine?.(`the server will listen on ${plan.address.url}`);
    return { ...(await spawnServer(context, plan, ownership)), releasePort: plan.releasePort };
  } catch (error) {
    plan.releasePort();
    throw error;
  }
}

async function join(
  context: ServerContext,
  tracker: ServerTracker,
  {
    record,
    owner,
    isUnrecorded = false,
  }: Extract<Awaited<ReturnType<typeof findServer>>, { kind: "server" }>,
  { ownership }: StartOptions,
): Promise<TrackedServer> {
  const { instance, ownIdentity } = context;
  const known = tracker.tracked();
  const isTracked = known !== undefined && isSameProcess(known.record.process, record.process);
  const watched = isTracked ? known.watched : watchForeignProcess(record.process, instance);
  const keep = record.keep || ownership?.keep === true;
  const me = await ownIdentity();
  const isOrphan = owner === "this" && !isSameProcess(record.owner, me);
  if (isOrphan)
    instance.logger.info(`The server of "${instance.name}" outlived its host; this process takes it over.`);
  const { guests = [] } = record;
  const isNewGuest = owner === "other" && !guests.some((guest) => isSameProcess(guest, me));
  const now = {
    ...record,
    keep,
    owner: isOrphan ? me : record.owner,
    ...(isNewGuest ? { guests: [...guests, me] } : {}),
  };
  if (isUnrecorded || isOrphan || isNewGuest || keep !== record.keep)
    await writeRecord(instance.layout.runState, now);
  if (isUnrecorded) await removeRecord(launchingFile(instance));
  return { record: now, watched, owner };
}

/** Records a crash for other processes and in this one; settles with the last lines of the log. */
export async function recordCrash(
  context: ServerContext,
  tracker: ServerTracker,
  tracked: TrackedServer,
  ending: ProcessEnding,
): Promise<readonly string[]> {
  const lines = await readLogTail(context);
  if (tracked.owner !== "other") {
    const record = { ...tracked.record, phase: "crashed" as const, ending };
    await writeRecord(context.instance.layout.runState, record).catch(() => undefined);
    // Ends the descendants that the server left.
    await tracked.watched.kill("SIGKILL");
  }
  if (tracker.tracked()?.watched === tracked.watched) tracker.release();
  tracker.dispatch({ type: "crashed", crash: { ...ending, lastLines: lines } });
  return lines;
}

/**
 * Waits until the tracked server is ready. Rejects with `MANAGED_SERVER_FAILED`, `MANAGED_SERVER_SILENT`,
 * `MANAGED_SERVER_STOPPED`, or the signal's reason; a server that this process owns is ended then.
 */
export const awaitStarted = (
  context: ServerContext,
  tracker: ServerTracker,
  tracked: TrackedServer,
  options: StartOptions & { readonly logOffset: number },
): Promise<void> => settle(context, tracker, tracked, options).finally(() => tracked.releasePort?.());

async function settle(
  context: ServerContext,
  tracker: ServerTracker,
  tracked: TrackedServer,
  { logOffset, ...options }: StartOptions & { readonly logOffset: number },
): Promise<void> {
  const { instance } = context;
  const { layout, name, settings } = instance;
  const timeoutMs = settings.launch.startTimeoutMs;
  const aborted = { kind: "aborted" } as const;
  const readiness: Readiness | typeof aborted = await waitUntilReady(context, tracked, {
    logOffset,
    timeoutMs,
    wasReady: logOffset === 0 && tracked.record.phase === "running",
    signal: options.signal,
    onLine: options.onLine,
  }).catch((error: unknown) => {
    if (options.signal?.aborted === true) return aborted;
    throw error;
  });
  if (readiness.kind === "ready") {
    await markRunning(context, tracker, tracked);
    return;
  }
  if (readiness.kind === "ended") {
    const record = await readRecord(layout.runState);
    const isOurs = record !== undefined && isSameProcess(record.process, tracked.record.process);
    if (!isOurs || record.phase === "stopping") {
      tracker.release();
      tracker.dispatch({ type: "down" });
      throw managedFault("MANAGED_SERVER_STOPPED", { name });
    }
    const { ending } = readiness;
    const lines = await recordCrash(context, tracker, tracked, ending);
    throw managedFault(
      "MANAGED_SERVER_FAILED",
      {
        name,
        ending: describeEnding(ending),
        lines: indented(relevantLines(ending, lines)),
        advice: startAdvice(ending, lines, layout.isOurs),
      },
      { more: { ...ending, lastLines: lines } },
    );
  }
  const lines = await readLogTail(context);
  const isOurs = tracked.owner === "this" || (tracked.owner === "nobody" && readiness.kind === "timeout");
  if (isOurs) await end(context, tracker, tracked);
  else tracker.release();
  tracker.dispatch({ type: "down" });
  options.signal?.throwIfAborted();
  const { url } = tracked.record;
  const told = {
    name,
    url,
    seconds: Math.round(timeoutMs / 1000),
    lines: indented(relevantLines({}, lines)),
  };
  throw managedFault("MANAGED_SERVER_SILENT", told, { more: { lastLines: lines } });
}

async function markRunning(
  context: ServerContext,
  tracker: ServerTracker,
  tracked: TrackedServer,
): Promise<void> {
  const { instance } = context;
  let { record } = tracked;
  if (record.phase === "starting" && tracked.owner !== "other") {
    record = await withServerLock(instance, async () => {
      const now = await readRecord(instance.layout.runState);
      if (now === undefined || !isSameProcess(now.process, record.process) || now.phase !== "starting")
        return record;
      const running = { ...now, phase: "running" as const };
      await writeRecord(instance.layout.runState, running);
      return running;
    });
  }
  tracker.update({ ...tracked, record: { ...record, phase: "running" } });
  if (tracker.tracked()?.watched === tracked.watched)
    tracker.dispatch({ type: "ready", endpoint: endpointOf(tracked) });
}

/** Ends a server of this process under the lock, with a record that tells other hosts. */
async function end(context: ServerContext, tracker: ServerTracker, tracked: TrackedServer): Promise<void> {
  const { runState } = context.instance.layout;
  await withServerLock(context.instance, async () => {
    tracker.dispatch({ type: "stopping" });
    await writeRecord(runState, { ...tracked.record, phase: "stopping" }).catch(() => undefined);
    await stopProcess(context, tracked, { interruptsPrompt: false });
    await removeRecord(runState);
  });
  tracker.release();
}
