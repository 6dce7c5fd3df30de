// Restarts a server through its Manager and waits until it has been down and answers again.
//
//   POST reboot --the connection ends--> down --an answer--> restarted
//        | a reply, or none in time       ^       | no answer for 15 minutes: EXTENSION_RESTART_FAILED
//        v                                | no answer
//   shutting down ------------------------+
//        | still answers after a minute: EXTENSION_RESTART_FAILED

import { extensionFault } from "@pictor/extensions";
import { pause, PictorError, type CallOptions, type ProgressOptions } from "@pictor/kernel/plugin";
import { postOrGet } from "../manager/manager-requests.js";
import type { Manager, ManagerProbe } from "../manager/probe-manager.js";
import { adviceOnRefusal, noManagerAdvice } from "../manager/refusal-advice.js";
import { maySucceedLater } from "../server/exchange-faults.js";
import type { RemoteServer } from "../server/requests.js";
import { readSystemStats } from "../server/system-stats.js";

/** Time limit in milliseconds for the Manager's reply; usually the connection is reset instead. */
const replyTimeoutMs = 30_000;
/** Time between two requests while the server restarts, in milliseconds. */
export const pollMs = 500;
/** Time after the Manager's reply within which a restarting server has closed its port, in milliseconds. */
export const shutdownTimeoutMs = 60_000;
/**
 * Time limit in milliseconds for a restart: extensions are imported, and their requirements may be installed, before
 * the port opens.
 */
export const restartTimeoutMs = 900_000;

type Phase = "shuttingDown" | "down";

export async function restartServer(
  server: RemoteServer,
  probe: ManagerProbe,
  options: ProgressOptions = {},
): Promise<void> {
  const report = (title: string, index: number): void =>
    options.progress?.({ step: index === 0 ? "ask" : "wait", title, index, count: 2 });
  const manager = await requireManager(server, probe, options);
  report("Asking ComfyUI-Manager to restart the server", 0);
  const phase = await requestReboot(server, manager, options);
  report("Waiting for the server", 1);
  await waitUntilRestarted(server, phase, options);
  // Everything cached from the server is outdated.
  server.noteRestart();
}

async function requireManager(
  server: RemoteServer,
  probe: ManagerProbe,
  call: CallOptions,
): Promise<Manager> {
  const manager = await probe(call);
  if (manager !== undefined) return manager;
  throw extensionFault("EXTENSION_RESTART_IMPOSSIBLE", { backend: server.name, ...noManagerAdvice });
}

async function requestReboot(server: RemoteServer, manager: Manager, call: CallOptions): Promise<Phase> {
  const { name: backend } = server;
  const path = `${manager.prefix}/manager/reboot`;
  let status: number | undefined;
  try {
    status = await postOrGet(server, path, { ...call, timeoutMs: replyTimeoutMs });
  } catch (error) {
    call.signal?.throwIfAborted();
    const phase = phaseAfterFailure(error);
    if (phase === undefined) throw error;
    return phase;
  }
  if (status === undefined) {
    const reason = `ComfyUI-Manager (${manager.version}) has no route for a restart`;
    const advice = "Restart it on the server's machine.";
    throw extensionFault("EXTENSION_RESTART_IMPOSSIBLE", { backend, reason, advice });
  }
  if (status === 403 || status === 400) {
    const details = { backend, ...adviceOnRefusal(manager, "restart") };
    throw extensionFault("EXTENSION_RESTART_IMPOSSIBLE", details);
  }
  return "shuttingDown";
}

/** A connection that breaks means that the server is going down. Undefined if the server was down before. */
function phaseAfterFailure(error: unknown): Phase | undefined {
  if (!(error instanceof PictorError)) return undefined;
  if (maySucceedLater(error)) return "down";
  if (error.code !== "BACKEND_UNREACHABLE") return undefined;
  const { cause } = error;
  if (!(cause instanceof PictorError)) return "down";
  if (cause.code === "REQUEST_TIMEOUT") return "shuttingDown";
  return cause.details["systemCode"] === "ECONNREFUSED" ? undefined : "down";
}

async function waitUntilRestarted(server: RemoteServer, first: Phase, call: CallOptions): Promise<void> {
  const { clock, name: backend } = server;
  const startedAtMs = clock.now();
  let phase = first;
  for (;;) {
    await pause(clock, pollMs, call.signal);
    const answers = await doesAnswer(server, call);
    if (answers && phase === "down") return;
    if (!answers) phase = "down";
    const waitedMs = clock.now() - startedAtMs;
    if (phase === "shuttingDown" && waitedMs > shutdownTimeoutMs) {
      const reason = `${shutdownTimeoutMs / 1000} seconds after that, it still answers as before`;
      throw extensionFault("EXTENSION_RESTART_FAILED", { backend, reason });
    }
    if (waitedMs > restartTimeoutMs) {
      const reason = `it has not answered for ${restartTimeoutMs / 60_000} minutes`;
      throw extensionFault("EXTENSION_RESTART_FAILED", { backend, reason });
    }
  }
}

/** A proxy's web page does not count as an answer. Rejects if credentials are missing, which ends the wait. */
async function doesAnswer(server: RemoteServer, call: CallOptions): Promise<boolean> {
  try {
    await readSystemStats(server, call);
    return true;
  } catch (error) {
    call.signal?.throwIfAborted();
    server.closed.throwIfAborted();
    if (error instanceof PictorError && error.code.startsWith("BACKEND_")) return false;
    throw error;
  }
}
