// What `serve` and `panel` print when the server listens: addresses, the token, and how to open the panel.

import type { PictorServer } from "@pictor/server";
import type { HostInteraction } from "../../interaction/interaction.js";
import type { Terminal } from "../../output/terminal.js";
import type { ServeApiPlan } from "./serve-plan.js";

/**
 * Prints the addresses. The token is printed unless `plan.opens` names a panel, whose page is opened, or the server is
 * behind a proxy: other machines could use the token, and the output of such a server is often a log that others read.
 * A program that reads records always gets the token.
 */
export function announce(
  { url, token, ports, panels }: PictorServer,
  { publicOrigins, comfy, apis, panels: wanted, opens }: ServeApiPlan,
  terminal: Terminal,
): void {
  const gateways = comfy.map(({ backend }, index) => ({ backend, url: ports[index]?.url ?? "" }));
  const own = apis.map(({ api }, index) => ({ api, url: ports[comfy.length + index]?.url ?? "" }));
  const printed = wanted.filter(({ id }) => id !== opens || terminal.json);
  const opened = printed.map(({ id }) => ({ id, url: panels.open(id) }));
  if (terminal.json)
    terminal.record({
      type: "ready",
      url,
      token,
      ...(gateways.length > 0 && { comfy: gateways }),
      ...(own.length > 0 && { apis: own }),
      ...(opened.length > 0 && { panels: opened }),
    });
  if (opens !== undefined)
    terminal.say(`The panel listens on ${panels.urlOf(opens) ?? ""}; Ctrl-C ends it. The local API: ${url}`);
  else terminal.say(`The local API listens on ${[url, ...publicOrigins].join(" and ")}; Ctrl-C ends it.`);
  if (!terminal.json && opens === undefined)
    terminal.say(
      publicOrigins.length > 0 ? "Tokens: `pictor serve tokens create NAME`" : `Token of this run: ${token}`,
    );
  for (const [what, at] of [
    ...gateways.map((gateway) => [`ComfyUI of ${gateway.backend}`, gateway.url]),
    ...own.map(({ api, url: at }) => [`The API ${api}`, at]),
  ])
    terminal.say(`${what}: ${at} (for programs of this machine, without a token)`);
  if (terminal.json) return;
  for (const panel of opened) terminal.say(`Panel ${panel.id}: ${panel.url} (opens once, within a minute)`);
}

/** Opens the page of a panel, and again for each line that the person at the terminal enters, until the signal is aborted. */
export async function openPanelPage(
  { panels }: PictorServer,
  id: string,
  {
    terminal,
    interaction,
    signal,
  }: { readonly terminal: Terminal; readonly interaction: HostInteraction; readonly signal: AbortSignal },
): Promise<void> {
  if (terminal.json) return;
  await interaction.openUrl(panels.open(id));
  if (!interaction.hasPerson) return;
  terminal.note("Enter opens the page again.");
  try {
    while ((await interaction.lines.next(signal)) !== undefined) await interaction.openUrl(panels.open(id));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
