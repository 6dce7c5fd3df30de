// `pictor catalog types`: writes a backend's node classes as TypeScript types, for `edit<Nodes>` in a plugin.

import { readFile } from "node:fs/promises";
import type { ExitCode } from "../../base/exit-codes.js";
import { UsageError } from "../../base/usage-error.js";
import type { BackendOption } from "../../definition/backend-option.js";
import { finished } from "../../output/finished.js";
import { requireWritableTarget, saveFile } from "../../output/save-file.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { oneLine } from "../../text/plain-text.js";
import { nodeTypes } from "./node-types.js";
import { readCatalog, requireClasses } from "./read-catalog.js";

interface CatalogTypesOptions extends BackendOption {
  readonly class?: readonly string[];
  readonly name?: string;
  readonly out?: string;
}

const generatedMark = "made by `pictor catalog types`; do not edit.";

/** Whether this command wrote the file, so that it may be replaced. */
const isGenerated = async (path: string): Promise<boolean> =>
  (await readFile(path, "utf8").catch(() => "")).split("\n", 1)[0]?.endsWith(generatedMark) === true;

function requireTypeName(name: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return name;
  throw new UsageError(
    "USAGE_VALUE",
    `"${name}" cannot be the name of a type.`,
    "Give --name a word, such as Nodes.",
  );
}

export async function runCatalogTypes(host: CommandHost, options: CatalogTypesOptions): Promise<ExitCode> {
  const { terminal } = host;
  const { out, class: classes } = options;
  const name = requireTypeName(options.name ?? "Nodes");
  const isForced = out !== undefined && (await isGenerated(out));
  if (out !== undefined) await requireWritableTarget(out, isForced);
  const { info, catalog } = await readCatalog(host, options);
  requireClasses(classes ?? [], catalog, info);
  const head = `// Node classes of a backend of version ${oneLine(info.version)}, ${generatedMark}`;
  const text = `${head}\n\n${nodeTypes(catalog, name, classes)}`;
  if (out !== undefined) {
    await saveFile([Buffer.from(text)], out, isForced);
    terminal.note(`${classes?.length ?? catalog.size} node classes written to ${out}.`);
  }
  if (!terminal.json) terminal.result(out ?? text.trimEnd());
  return finished(terminal, { backend: info, ...(out === undefined ? { types: text } : { path: out }) });
}

export const catalogTypes = hostedCommand(runCatalogTypes);
