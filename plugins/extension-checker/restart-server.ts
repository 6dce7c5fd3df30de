// Restarts the server. If prompts are queued or running, asks first whether to wait for them, because a restart loses them.

import { pause, PictorError, type Veto } from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";
import { asLines, withProgress } from "./report-progress.js";
import { listed } from "@pictor/extensions";
import { isIdle } from "./server-catalog.js";
import { changeFailedVeto } from "./vetoes.js";

const restart = { id: "restart", text: "Restart it now" };
const leaveChoice = { id: "leave", text: "Leave it as it is" };

/** `done` are the names of the extensions that were changed before. */
export async function afterFailure(gate: Gate, error: PictorError, done: readonly string[]): Promise<Veto> {
  const { backend, info, interaction } = gate.context;
  const canRestart = done.length > 0 && backend.facets.lifecycle !== undefined && !(await isIdle(gate));
  if (!canRestart) return changeFailedVeto(info.name, error, done, false);
  const answer = await interaction.ask({
    title: `A change of ${info.name} failed. Restart its server to load the earlier changes: ${listed(done)}?`,
    detail: [error.what, "The generation cannot continue either way."],
    choices: [leaveChoice, restart],
    safeChoice: leaveChoice.id,
  });
  if (answer !== restart.id) return changeFailedVeto(info.name, error, done, false);
  const { kind } = await restartServer(gate, "extensions were changed");
  return changeFailedVeto(info.name, error, done, kind === "restarted");
}

/** Interval between queries of the queue while it is waited for. Milliseconds. */
export const pollMs = 3_000;

const choices = [
  { id: "wait", text: "Wait until they are done" },
  { id: "now", text: "Restart now; they are lost" },
  { id: "stop", text: "Stop" },
];

async function waiting({ context: { backend, signal } }: Gate): Promise<number> {
  const prompts = await backend.prompts({ signal, limit: 1 });
  return prompts.filter(({ state }) => state === "queued" || state === "running").length;
}
const prompts = (count: number): string => (count === 1 ? "1 prompt" : `${count} prompts`);

/** Whether a restart loses no prompts, or the user agrees to the loss. A wait for the prompts has no time limit. */
async function isFree(gate: Gate): Promise<boolean> {
  const { interaction, info, signal } = gate.context;
  let count = await waiting(gate);
  if (count === 0) return true;
  const answer = await interaction.ask({
    title: `${prompts(count)} of ${info.name} ${count === 1 ? "runs or waits" : "run or wait"}, and its server has to be restarted.`,
    detail: ["A restart ends running prompts and forgets waiting ones, whoever submitted them."],
    choices,
    safeChoice: "stop",
  });
  if (answer === "now") return true;
  if (answer !== "wait") return false;
  await withProgress(gate, `Waiting for ${prompts(count)} of ${info.name}`, async (report) => {
    while (count > 0) {
      await pause(gate.clock, pollMs, signal);
      const now = await waiting(gate);
      if (now !== count && now > 0) report(`${now} left`);
      count = now;
    }
  });
  return true;
}

export type Restarted =
  | { readonly kind: "restarted" }
  /** The user declined the restart. */
  | { readonly kind: "stopped" }
  | { readonly kind: "impossible" }
  | { readonly kind: "failed"; readonly error: PictorError };

export async function restartServer(gate: Gate, reason: string): Promise<Restarted> {
  const { backend, signal } = gate.context;
  const { lifecycle } = backend.facets;
  if (lifecycle === undefined) return { kind: "impossible" };
  if (!(await isFree(gate))) return { kind: "stopped" };
  signal.throwIfAborted();
  try {
    await withProgress(gate, "Restarting the server", (report) =>
      lifecycle.restart(reason, { signal, progress: asLines(report) }),
    );
    return { kind: "restarted" };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PictorError)) throw error;
    return { kind: "failed", error };
  }
}
