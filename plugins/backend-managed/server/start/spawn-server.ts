// Starts the server's process: a group of its own, its output straight into its log, so that it outlives a host that dies.

import { rm } from "node:fs/promises";
import { managedFault } from "../../faults.js";
import { serverEnvironment } from "../../launch/server-environment.js";
import type { LaunchPlan } from "../../launch/plan-launch.js";
import { openLog } from "../../logs/server-log.js";
import { rebootFile, sessionFile, type TrackedServer, type ServerContext } from "../record/server-context.js";
import { withFolderFaults } from "../../locks/folder-faults.js";
import { resolveOwner } from "../record/find-server.js";
import { identifyProcess, type ProcessIdentity } from "../process/process-identity.js";
import { removeRecord, writeRecord, type RunRecord, type Ownership } from "../record/run-record.js";
import { launchingFile } from "../record/find-unrecorded.js";
import { watchChild } from "../process/watch-process.js";

/** Rejects with `MANAGED_SERVER_NOT_STARTED`, `MANAGED_FOLDER_NOT_WRITABLE` or `MANAGED_DISK_FULL`; nothing runs then. */
export async function spawnServer(context: ServerContext, plan: LaunchPlan, ownership: Ownership): Promise<TrackedServer> {
  const { instance } = context;
  const { layout, name, platform } = instance;
  await rm(rebootFile(instance), { force: true });
  const log = await withFolderFaults(layout.logs, () => openLog(layout.logs));
  // One that nobody watches has nobody who would start it again: it replaces itself in place, where the system can.
  const session = ownership.keep && platform !== "win32" ? undefined : sessionFile(instance);
  const launching: RunRecord = {
    phase: "starting",
    process: await context.ownIdentity(),
    argv: plan.argv,
    url: plan.address.url,
    ...ownership,
    sinceMs: instance.clock.now(),
  };
  // A host that is killed before it knows the process must leave no server that nobody knows of.
  await writeRecord(launchingFile(instance), launching).catch(async (error: unknown) => {
    await log.close();
    throw error;
  });
  const child = instance.run(layout.python, ["main.py", ...plan.argv], {
    cwd: layout.comfy,
    env: serverEnvironment(instance, session),
    outputTo: log.fd,
    detached: true,
  });
  await log.close();
  if (child.pid === undefined) {
    const end = await child.ended;
    await removeRecord(launchingFile(instance)).catch(() => undefined);
    const reason = end.kind === "not-started" ? end.reason : "the system gave it no process";
    throw managedFault("MANAGED_SERVER_NOT_STARTED", { name, reason });
  }
  // One that is gone already has no mark; how it ended is told by whoever waits for it.
  const identity = (await identifyProcess(child.pid, instance)) ?? { pid: child.pid, start: `/ended ${instance.clock.now()}` };
  const record: RunRecord = { ...launching, process: identity };
  try {
    await writeRecord(layout.runState, record);
  } catch (error) {
    child.kill("SIGKILL");
    await child.ended;
    throw error;
  } finally {
    await removeRecord(launchingFile(instance)).catch(() => undefined);
  }
  const watched = watchChild(identity, child);
  return { record, watched, owner: await resolveOwner(record, context) };
}
