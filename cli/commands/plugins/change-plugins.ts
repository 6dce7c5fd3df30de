// `pictor plugins remove` and `pictor plugins outdated`: the plugins that the user has added.

import { addedPlugin, comparePlugins, removePlugin } from "@pictor/host/user-plugins";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { finished } from "../../output/finished.js";
import { confirmOrThrow, type ConfirmOptions } from "../../session/confirm.js";
import { runWithPrograms } from "../../session/run-with-programs.js";
import { oneLine } from "../../text/plain-text.js";
import { sourceText } from "./source-text.js";

export const removeAddedPlugin = (
  id: string,
  { yes }: ConfirmOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithPrograms(invocation, async (host) => {
    const { terminal, streams } = host;
    const { version, source } = await addedPlugin(id, streams);
    const title = `Remove the plugin ${id} ${oneLine(version)}?`;
    const detail = [`from ${oneLine(sourceText(source))}`];
    const isAgreed = await confirmOrThrow(host, { title, detail, choice: "remove it" }, yes);
    if (isAgreed) await removePlugin(id, streams);
    terminal.note(isAgreed ? `Removed ${id}.` : "Nothing was changed.");
    return finished(terminal, { removed: isAgreed ? id : null });
  });

export const listOutdated = (invocation: Invocation): Promise<ExitCode> =>
  runWithPrograms(invocation, async ({ terminal, streams, run, signal }) => {
    const releases = await comparePlugins({ env: streams.env, run, signal });
    const outdated = releases.filter(({ isCurrent }) => !isCurrent);
    if (terminal.json) return finished(terminal, { outdated });
    if (outdated.length === 0)
      terminal.note(releases.length === 0 ? "You have added no plugin." : "Every added plugin is current.");
    else {
      const rows = outdated.map(({ id, installed, latest = "unknown", source }) =>
        [id, installed, latest, sourceText(source)].map(oneLine),
      );
      terminal.result(terminal.table([["NAME", "INSTALLED", "LATEST", "SOURCE"], ...rows]));
    }
    for (const { id, reason } of outdated)
      if (reason !== undefined) terminal.note(`${id}: its source cannot be read: ${oneLine(reason)}`);
    return exitCode("finished");
  });
