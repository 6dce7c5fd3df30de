// A restart by the Manager: asked for, then waited for until the server was away and answers again.

import { extensionFault } from "@pictor/extensions";
import { pause, PictorError } from "@pictor/kernel/plugin";
import type { StepOptions } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import { adviceFor, withoutManager } from "../extensions/advice.js";
import type { Manager, ManagerProbe } from "../extensions/probe.js";
import { change } from "../extensions/wire.js";
import { isOutage } from "../faults.js";
import type { Peer } from "../http.js";
import { readStats } from "../info.js";

export interface Restarting {
  readonly peer: Peer;
  readonly name: string;
  readonly clock: Clock;
  readonly probe: ManagerProbe;
  /** The server is another one now: what was kept of it is old. */
  renewed(): void;
}

/** The reply usually never comes: the connection is reset. Milliseconds. */
const replyMs = 30_000;
/** Between two looks. Milliseconds. */
export const pollMs = 500;
/** After a reply: by then a server that restarts has closed its port. Milliseconds. */
export const goingMs = 60_000;
/** Packs are imported before the port opens, and their requirements may be installed before that. Milliseconds. */
export const longestRestartMs = 900_000;

type Asked = "away" | "going";

export async function restart(restarting: Restarting, { signal, progress }: StepOptions = {}): Promise<void> {
  const step = (title: string, index: number): void =>
    progress?.({ step: index === 0 ? "ask" : "wait", title, index, count: 2 });
  const call = signal === undefined ? {} : { signal };
  const manager = await requireManager(restarting, call);
  step("ComfyUI-Manager is asked to restart the server", 0);
  const asked = await ask(restarting, manager, call);
  step("the server starts", 1);
  await waitUntilBack(restarting, asked === "away", call);
  restarting.renewed();
}

async function requireManager({ name, probe }: Restarting, call: { signal?: AbortSignal }): Promise<Manager> {
  const manager = await probe(call);
  if (manager !== undefined) return manager;
  throw extensionFault("EXTENSION_RESTART_IMPOSSIBLE", { backend: name, ...withoutManager });
}

async function ask(
  { peer, name }: Restarting,
  manager: Manager,
  call: { signal?: AbortSignal },
): Promise<Asked> {
  const path = `${manager.prefix}/manager/reboot`;
  let status: number | undefined;
  try {
    status = await change(peer, path, { ...call, timeoutMs: replyMs });
  } catch (error) {
    call.signal?.throwIfAborted();
    const seen = signOf(error);
    if (seen === undefined) throw error;
    return seen;
  }
  if (status === undefined) {
    const reason = `its Manager (${manager.version}) has no route for it`;
    const advice = "Restart it where it runs.";
    throw extensionFault("EXTENSION_RESTART_IMPOSSIBLE", { backend: name, reason, advice });
  }
  if (status === 403 || status === 400) {
    const advice = adviceFor(manager, "restart");
    throw extensionFault("EXTENSION_RESTART_IMPOSSIBLE", { backend: name, ...advice });
  }
  return "going";
}

/** The end of the connection is the sign that is waited for; a port that was closed before is none. */
function signOf(error: unknown): Asked | undefined {
  if (!(error instanceof PictorError)) return undefined;
  if (isOutage(error)) return "away";
  if (error.code !== "BACKEND_UNREACHABLE") return undefined;
  const { cause } = error;
  if (!(cause instanceof PictorError)) return "away";
  if (cause.code === "REQUEST_TIMEOUT") return "going";
  return cause.details["systemCode"] === "ECONNREFUSED" ? undefined : "away";
}

async function waitUntilBack(
  { peer, name, clock }: Restarting,
  isAway: boolean,
  call: { signal?: AbortSignal },
): Promise<void> {
  const begun = clock.now();
  let wasAway = isAway;
  for (;;) {
    await pause(clock, pollMs, call.signal);
    const answers = await doesAnswer(peer, name, call);
    if (answers && wasAway) return;
    wasAway ||= !answers;
    const waited = clock.now() - begun;
    if (answers && waited > goingMs) {
      const reason = `${goingMs / 1000} seconds after the Manager was asked, the server still answers as before`;
      throw extensionFault("EXTENSION_RESTART_FAILED", { backend: name, reason });
    }
    if (waited > longestRestartMs) {
      const reason = `it has not answered for ${longestRestartMs / 60_000} minutes`;
      throw extensionFault("EXTENSION_RESTART_FAILED", { backend: name, reason });
    }
  }
}

/** A proxy's page in place of the server's own answer counts as none. Missing credentials end the wait. */
async function doesAnswer(peer: Peer, name: string, call: { signal?: AbortSignal }): Promise<boolean> {
  try {
    await readStats(peer, name, call);
    return true;
  } catch (error) {
    call.signal?.throwIfAborted();
    peer.closed.throwIfAborted();
    if (error instanceof PictorError && error.code.startsWith("BACKEND_")) return false;
    throw error;
  }
}
