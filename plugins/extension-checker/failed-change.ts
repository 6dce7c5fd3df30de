// After a failed step: the earlier changes stay, and the user decides whether the server is restarted to load them.

import { listed } from "@pictor/extensions";
import type { PictorError, Veto } from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";
import { restartServer } from "./restart-server.js";
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
    detail: [error.what, "The generation cannot go on either way."],
    choices: [leaveChoice, restart],
    safeChoice: leaveChoice.id,
  });
  if (answer !== restart.id) return changeFailedVeto(info.name, error, done, false);
  const { kind } = await restartServer(gate, "extensions were changed");
  return changeFailedVeto(info.name, error, done, kind === "restarted");
}
