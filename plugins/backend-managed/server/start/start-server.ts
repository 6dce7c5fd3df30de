// From nothing to a server that answers, or to the one that is there already.

import { logFile } from "../../logs/server-log.js";
import { lastLines } from "../../logs/read-log.js";
import { planLaunch } from "../../launch/plan-launch.js";
import { managedFault } from "../../faults.js";
import { writeModelPaths } from "../../models/write-model-paths.js";
import { becomeReady, type Readiness } from "./wait-until-ready.js";
import { placeOf, type Held, type ServerContext } from "../record/server-context.js";
import type { Desk } from "../state/server-tracker.js";
import { adviceFor, describeEnding, quoted, tellingLines, type Ending } from "../process/process-ending.js";
import { findServer } from "../record/find-server.js";
import { exclusively } from "../../locks/server-lock.js";
import { readRecord, removeRecord, sameProcess, writeRecord, type Terms } from "../record/run-record.js";
import { spawnServer } from "./spawn-server.js";
import { stopProcess } from "../stop/stop-process.js";
import { launchingFile } from "../record/find-unrecorded.js";
import { watchStranger } from "../process/watch-process.js";

export interface LaunchOptions {
  readonly signal?: AbortSignal | undefined;
  onLine?(line: string): void;
  /** Whose the new process is; default: of this process, and ended with it. */
  readonly terms?: Terms;
  /** What torch was installed for, where that is known. */
  readonly installedFor?: string | undefined;
  /** Only one that is there already; none is started. */
  readonly joinsOnly?: boolean;
}

/** How many lines of a log an error of a crash holds. */
export const keptLines = 20;
export const linesOfLog = ({ means }: ServerContext): Promise<readonly string[]> =>
  lastLines(logFile(means.layout.logs), keptLines).catch(() => []);

/** Only with the lock. A server that is there is taken over or joined; one that somebody died over stopping is ended. */
export async function obtain(
  context: ServerContext,
  desk: Desk,
  options: LaunchOptions,
): Promise<Held | undefined> {
  const { means, auth, self } = context;
  const found = await findServer(context);
  if (found.kind === "server") return join(context, desk, found, options);
  if (options.joinsOnly === true) return undefined;
  if (found.kind === "stopping") {
    const { record } = found;
    await stopProcess(
      context,
      { record, watched: watchStranger(record.process, means) },
      { interrupts: false },
    );
  }
  const { signal, onLine, installedFor, terms = { owner: await self(), keep: false } } = options;
  await writeModelPaths(means);
  const plan = await planLaunch(means, {
    auth,
    installedFor,
    ...(signal === undefined ? {} : { signal }),
    ...(onLine === undefined ? {} : { onLine }),
  });
  for (const note of plan.notes) means.logger.warn(`${means.name}: ${note}.`);
  try {
    signal?.throwIfAborted();
    onLine?.(`it is to listen on ${plan.address.url}`);
    return { ...(await spawnServer(context, plan, terms)), settled: plan.release };
  } catch (error) {
    plan.release();
    throw error;
  }
}

async function join(
  context: ServerContext,
  desk: Desk,
  { record, owner, isStray = false }: Extract<Awaited<ReturnType<typeof findServer>>, { kind: "server" }>,
  { terms }: LaunchOptions,
): Promise<Held> {
  const { means, self } = context;
  const known = desk.held();
  const isKnown = known !== undefined && sameProcess(known.record.process, record.process);
  const watched = isKnown ? known.watched : watchStranger(record.process, means);
  const keep = record.keep || terms?.keep === true;
  const me = await self();
  const isOrphan = owner === "this" && !sameProcess(record.owner, me);
  if (isOrphan) means.logger.info(`"${means.name}" still runs from a host that is gone; it is taken over.`);
  const { guests = [] } = record;
  const isNewGuest = owner === "other" && !guests.some((guest) => sameProcess(guest, me));
  const now = {
    ...record,
    keep,
    owner: isOrphan ? me : record.owner,
    ...(isNewGuest ? { guests: [...guests, me] } : {}),
  };
  if (isStray || isOrphan || isNewGuest || keep !== record.keep)
    await writeRecord(means.layout.runState, now);
  if (isStray) await removeRecord(launchingFile(means));
  return { record: now, watched, owner };
}

/** A crash at the start, or one later: written down for other processes, told to this one. */
export async function recordCrash(
  context: ServerContext,
  desk: Desk,
  held: Held,
  ending: Ending,
): Promise<readonly string[]> {
  const lines = await linesOfLog(context);
  if (held.owner !== "other") {
    const record = { ...held.record, phase: "crashed" as const, ending };
    await writeRecord(context.means.layout.runState, record).catch(() => undefined);
    // What it left behind ends with it.
    await held.watched.kill("SIGKILL");
  }
  if (desk.held()?.watched === held.watched) desk.release();
  desk.tell({ type: "crashed", crash: { ...ending, lastLines: lines } });
  return lines;
}

/**
 * Waits until a server that is held is ready. Rejects with `MANAGED_SERVER_FAILED`, `MANAGED_SERVER_SILENT`,
 * `MANAGED_SERVER_STOPPED`, or the signal's reason; one that this process owns is ended then.
 */
export const awaitReady = (
  context: ServerContext,
  desk: Desk,
  held: Held,
  options: LaunchOptions & { readonly from: number },
): Promise<void> => settle(context, desk, held, options).finally(() => held.settled?.());

async function settle(
  context: ServerContext,
  desk: Desk,
  held: Held,
  { from, ...options }: LaunchOptions & { readonly from: number },
): Promise<void> {
  const { means } = context;
  const { layout, name, settings } = means;
  const limitMs = settings.launch.startTimeoutMs;
  const aborted = { kind: "aborted" } as const;
  const readiness: Readiness | typeof aborted = await becomeReady(context, held, {
    from,
    limitMs,
    isKnown: from === 0 && held.record.phase === "running",
    signal: options.signal,
    ...(options.onLine === undefined ? {} : { onLine: options.onLine }),
  }).catch((error: unknown) => {
    if (options.signal?.aborted === true) return aborted;
    throw error;
  });
  if (readiness.kind === "ready") {
    await markRunning(context, desk, held);
    return;
  }
  if (readiness.kind === "ended") {
    const record = await readRecord(layout.runState);
    const isOurs = record !== undefined && sameProcess(record.process, held.record.process);
    if (!isOurs || record.phase === "stopping") {
      desk.release();
      desk.tell({ type: "down" });
      throw managedFault("MANAGED_SERVER_STOPPED", { name });
    }
    const { ending } = readiness;
    const lines = await recordCrash(context, desk, held, ending);
    throw managedFault(
      "MANAGED_SERVER_FAILED",
      {
        name,
        ending: describeEnding(ending),
        lines: quoted(tellingLines(ending, lines)),
        advice: adviceFor(ending, lines, layout.isOurs),
      },
      { more: { ...ending, lastLines: lines } },
    );
  }
  const lines = await linesOfLog(context);
  const isOurs = held.owner === "this" || (held.owner === "nobody" && readiness.kind === "late");
  if (isOurs) await end(context, desk, held);
  else desk.release();
  desk.tell({ type: "down" });
  options.signal?.throwIfAborted();
  const { url } = held.record;
  const told = { name, url, seconds: Math.round(limitMs / 1000), lines: quoted(tellingLines({}, lines)) };
  throw managedFault("MANAGED_SERVER_SILENT", told, { more: { lastLines: lines } });
}

async function markRunning(context: ServerContext, desk: Desk, held: Held): Promise<void> {
  const { means } = context;
  let { record } = held;
  if (record.phase === "starting" && held.owner !== "other") {
    record = await exclusively(means, async () => {
      const now = await readRecord(means.layout.runState);
      if (now === undefined || !sameProcess(now.process, record.process) || now.phase !== "starting")
        return record;
      const running = { ...now, phase: "running" as const };
      await writeRecord(means.layout.runState, running);
      return running;
    });
  }
  desk.update({ ...held, record: { ...record, phase: "running" } });
  if (desk.held()?.watched === held.watched) desk.tell({ type: "ready", place: placeOf(held) });
}

/** Ends a server whose record is written so that others know of it. */
async function end(context: ServerContext, desk: Desk, held: Held): Promise<void> {
  const { runState } = context.means.layout;
  await exclusively(context.means, async () => {
    desk.tell({ type: "stopping" });
    await writeRecord(runState, { ...held.record, phase: "stopping" }).catch(() => undefined);
    await stopProcess(context, held, { interrupts: false });
    await removeRecord(runState);
  });
  desk.release();
}
