// Asks the user at the terminal which scopes each panel may have, before it is served; the answer is stored.

import { join } from "node:path";
import { builtinSources, type Pictor } from "@pictor/host";
import { fault, knownNames, type Interaction } from "@pictor/kernel";
import { isGranted, saveGrant, type Scope, type ServedPanel } from "@pictor/server";
import { oneLine } from "../../text/plain-text.js";
import type { PanelPort } from "./serve-plan.js";

const powers: Readonly<Record<Scope, string>> = {
  read: "see your workflows, backends, jobs and images",
  generate: "start and cancel jobs",
  request: "send requests with your profiles",
  admin: "change settings, secrets and files of this machine",
};

export interface GrantOptions {
  /** The folder in which the server stores its files. */
  readonly folder: string;
  readonly interaction: Pick<Interaction, "ask">;
  /** Id of the panel that the command itself names: if it is built in, nothing is asked. */
  readonly opens?: string;
}

/** Whether the plugin in a folder is a built-in one. */
const isBuiltin = (origin: string): boolean =>
  builtinSources().some((source) => source.kind === "directory" && source.path === origin);

/** The panels with the scopes that the user has granted. Rejects with `PANEL_UNKNOWN` or `PANEL_NOT_GRANTED`. */
export async function grantPanels(
  wanted: readonly PanelPort[],
  pictor: Pick<Pictor, "contributions" | "plugins">,
  { folder, interaction, opens }: GrantOptions,
): Promise<readonly ServedPanel[]> {
  const file = join(folder, "panel-grants.json");
  const known = pictor.contributions("panels");
  const served: ServedPanel[] = [];
  for (const { id, port } of wanted) {
    const panel = known.find((contribution) => contribution.id === id);
    const ids = known.map((contribution) => contribution.id);
    if (panel === undefined) throw fault("PANEL_UNKNOWN", { panel: id, ...knownNames(id, ids) });
    const { origin = "" } = pictor.plugins().find((plugin) => plugin.id === panel.plugin) ?? {};
    const grant = { panel: id, folder: origin, scopes: panel.scopes };
    const isNamed = id === opens && isBuiltin(origin);
    if (!isNamed && !(await isGranted(file, grant))) {
      const answer = await interaction.ask({
        title: `The panel ${oneLine(panel.title)} of the plugin ${panel.plugin} wants to do this. Do you allow it?`,
        detail: panel.scopes.map((scope) => `- ${powers[scope]} (${scope})`),
        choices: [
          { id: "allow", text: "allow" },
          { id: "refuse", text: "refuse" },
        ],
        safeChoice: "refuse",
      });
      if (answer !== "allow")
        throw fault("PANEL_NOT_GRANTED", { panel: id, scopes: panel.scopes.join(", ") });
      await saveGrant(file, grant);
    }
    served.push({ id, port, scopes: panel.scopes });
  }
  return served;
}
