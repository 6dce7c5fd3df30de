// Starts the server's process: a group of its own, its output straight into its log, so that it outlives a host that dies.

import { rm } from "node:fs/promises";
import { managedFault } from "../../faults.js";
import { serverEnvironment } from "../../launch/server-environment.js";
import type { LaunchPlan } from "../../launch/plan-launch.js";
import { openLog } from "../../logs/server-log.js";
import { rebootFile, sessionFile, type Held, type ServerContext } from "../record/server-context.js";
import { explained } from "../../locks/folder-faults.js";
import { ownerOf } from "../record/find-server.js";
import { markOf, type ProcessMark } from "../process/process-identity.js";
import { removeRecord, writeRecord, type RunRecord, type Terms } from "../record/run-record.js";
import { launchingFile } from "../record/find-unrecorded.js";
import { watchChild } from "../process/watch-process.js";

/** Rejects with `MANAGED_SERVER_NOT_STARTED`, `MANAGED_FOLDER_NOT_WRITABLE` or `MANAGED_DISK_FULL`; nothing runs then. */
export async function spawnServer(context: ServerContext, plan: LaunchPlan, terms: Terms): Promise<Held> {
  const { means } = context;
  const { layout, name, platform } = means;
  await rm(rebootFile(means), { force: true });
  const log = await explained(layout.logs, () => openLog(layout.logs));
  // One that nobody watches has nobody who would start it again: it replaces itself in place, where the system can.
  const session = terms.keep && platform !== "win32" ? undefined : sessionFile(means);
  const launching: RunRecord = {
    phase: "starting",
    process: await context.self(),
    argv: plan.argv,
    url: plan.address.url,
    ...terms,
    sinceMs: means.clock.now(),
  };
  // A host that is killed before it knows the process must leave no server that nobody knows of.
  await writeRecord(launchingFile(means), launching).catch(async (error: unknown) => {
    await log.close();
    throw error;
  });
  const child = means.run(layout.python, ["main.py", ...plan.argv], {
    cwd: layout.comfy,
    env: serverEnvironment(means, session),
    outputTo: log.fd,
    detached: true,
  });
  await log.close();
  if (child.pid === undefined) {
    const end = await child.ended;
    await removeRecord(launchingFile(means)).catch(() => undefined);
    const reason = end.kind === "not-started" ? end.reason : "the system gave it no process";
    throw managedFault("MANAGED_SERVER_NOT_STARTED", { name, reason });
  }
  // One that is gone already has no mark; how it ended is told by whoever waits for it.
  const mark = (await markOf(child.pid, means)) ?? { pid: child.pid, start: `/ended ${means.clock.now()}` };
  const record: RunRecord = { ...launching, process: mark };
  try {
    await writeRecord(layout.runState, record);
  } catch (error) {
    child.kill("SIGKILL");
    await child.ended;
    throw error;
  } finally {
    await removeRecord(launchingFile(means)).catch(() => undefined);
  }
  const watched = watchChild(mark, child);
  return { record, watched, owner: await ownerOf(record, context) };
}
