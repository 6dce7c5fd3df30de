// `pictor catalog list`: the node classes of a backend with their output types.

import { findClasses } from "@pictor/features/catalog";
import { nearest } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { BackendOption } from "../../definition/backend-option.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { oneLine } from "../../text/plain-text.js";
import { readCatalog } from "./read-catalog.js";

interface CatalogListOptions extends BackendOption {
  readonly search?: string;
}

export async function runCatalogList(host: CommandHost, options: CatalogListOptions): Promise<ExitCode> {
  const { terminal } = host;
  const { search = "" } = options;
  const { info, catalog } = await readCatalog(host, options);
  const found = findClasses(catalog, search);
  const names = found.map(({ name }) => name);
  if (terminal.json) return finished(terminal, { backend: info, classes: names });
  const hasMembers = found.some(({ members }) => members !== undefined);
  const rows = names.map((name) => {
    const { outputs = [], members = [] } = catalog.get(name) ?? {};
    return [name, ...(hasMembers ? [members.join(", ")] : []), outputs.join(", ")].map(oneLine);
  });
  if (rows.length > 0) terminal.result(terminal.table(rows));
  const near = rows.length === 0 ? nearest(search, catalog.keys()) : undefined;
  const hint = near === undefined ? "" : ` Did you mean ${oneLine(near)}?`;
  terminal.note(`${found.length} of ${catalog.size} node classes on ${oneLine(info.title)}.${hint}`);
  return exitCode("finished");
}

export const listCatalog = hostedCommand(runCatalogList);
