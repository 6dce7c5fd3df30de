// `pictor backend status`: opens one instance and shows its kind, version and facets, and the state of its server.

import { openBackendOrExplain } from "../../backends/open-instance.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";
import { printFarm } from "./print-farm.js";
import { printRows } from "./print-rows.js";
import { stateRows } from "./state-text.js";

export async function runStatus(
  { kernel, terminal, signal }: CommandHost,
  name: string | undefined,
): Promise<ExitCode> {
  const { instance, backend } = await openBackendOrExplain(kernel, name);
  // Only an instance that this machine can start has a state. Any other instance counts as running if it answers
  // `info`.
  const { lifecycle: server, installation, members } = backend.facets;
  const lifecycle = server?.start === undefined ? undefined : await server.state({ signal });
  const info = await backend.info({ signal });
  const farm = await members?.status({ signal });
  if (terminal.json)
    return finished(terminal, {
      instance,
      backend: info,
      ...(lifecycle !== undefined && { lifecycle }),
      ...(farm !== undefined && { farm }),
    });
  const rows = [
    ["name", `${instance.name} (${instance.origin})`],
    ["kind", info.kind],
    ["backend", info.title],
    ["version", info.version === "" ? "unknown" : info.version],
    ...(lifecycle === undefined || server === undefined ? [] : stateRows(lifecycle, server, Date.now())),
    ["auth", instance.auth ?? "none"],
    ["facets", info.facets.length === 0 ? "none" : info.facets.join(", ")],
    ...(info.notice === undefined ? [] : [["notice", info.notice]]),
  ];
  printRows(terminal, rows);
  if (farm !== undefined) {
    terminal.result("");
    printFarm(terminal, farm, Date.now());
    if (members?.open !== undefined)
      terminal.note(
        `${oneLine(instance.name)} is a part of each process that uses it, so the table does not show the prompts of other processes. For those of \`pictor serve\`, look at its panel or GET /v1/backends/${shellWord(instance.name)}/members.`,
      );
  }
  if (lifecycle?.state === "absent" && installation !== undefined)
    terminal.note(
      `To install it, or to continue its installation: pictor backend install ${shellWord(instance.name)}`,
    );
  return exitCode("finished");
}

export const backendStatus = hostedCommand(runStatus);
