// Starts the server process in a group of its own, with its output in its log, so that it survives the death of its host.

import { rm } from "node:fs/promises";
import { managedFault } from "../../faults.js";
import { serverEnvironment } from "../../launch/server-environment.js";
import type { LaunchPlan } from "../../launch/plan-launch.js";
import { openServerLog } from "../../logs/server-log.js";
import { rebootFile, sessionFor, type TrackedServer, type ServerContext } from "../record/server-context.js";
import { withFolderFaults } from "../../folder-faults.js";
import { resolveOwner } from "../record/find-server.js";
import { identifyProcess } from "../process/process-identity.js";
import { removeRecord, writeRecord, type RunRecord, type Ownership } from "../record/run-record.js";
import { launchingFile } from "../record/find-unrecorded.js";
import { watchChild } from "../process/watch-process.js";

/**
 * Starts the process. Rejects with `MANAGED_SERVER_NOT_STARTED`, `MANAGED_FOLDER_NOT_WRITABLE` or `MANAGED_DISK_FULL`;
 * no process is left running.
 */
export async function spawnServer(
  context: ServerContext,
  plan: LaunchPlan,
  ownership: Ownership,
): Promise<TrackedServer> {
  const { instance } = context;
  const { layout, name } = instance;
  await rm(rebootFile(instance), { force: true });
  const log = await withFolderFaults(layout.logs, () => openServerLog(layout.logs));
  const launching: RunRecord = {
    phase: "starting",
    process: await context.ownIdentity(),
    argv: plan.argv,
    url: plan.address.url,
    ...ownership,
    sinceMs: instance.clock.now(),
  };
  // If this host is killed before it can write run.json, this file lets the next host find the server.
  await writeRecord(launchingFile(instance), launching).catch(async (error: unknown) => {
    await log.close();
    throw error;
  });
  const child = instance.run(layout.python, ["main.py", ...plan.argv], {
    cwd: layout.comfy,
    env: serverEnvironment(instance, sessionFor(instance, ownership)),
    outputTo: log.fd,
    detached: true,
  });
  await log.close();
  if (child.pid === undefined) {
    const end = await child.ended;
    await removeRecord(launchingFile(instance)).catch(() => undefined);
    const reason = end.kind === "not-started" ? end.reason : "the system assigned no pid";
    throw managedFault("MANAGED_SERVER_NOT_STARTED", { name, reason });
  }
  // A process that has ended already cannot be identified; the wait for readiness reports how it ended.
  const identity = (await identifyProcess(child.pid, instance)) ?? {
    pid: child.pid,
    start: `/ended ${instance.clock.now()}`,
  };
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
