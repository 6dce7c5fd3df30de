// `pictor plugins new`: creates the folder of a new plugin, which passes `plugins test` as it is.

import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { builtinPackages } from "@pictor/host";
import { didYouMean, ensureFolder, systemCode, type Manifest } from "@pictor/kernel";
import { fileFault } from "@pictor/services";
import { readContributions, type ContributionKind } from "@pictor/host/manifests";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { finished } from "../../output/finished.js";
import type { Terminal } from "../../output/terminal.js";
import { runWithTerminal } from "../../session/plain-command.js";
import { kindNames, kinds, type Kind } from "../../scaffold/kinds.js";
import { isName, nearestName, pluginId } from "../../scaffold/names.js";
import { pluginFiles, type NewPlugin } from "../../scaffold/plugin-files.js";
import { shellWord } from "../../text/shell-word.js";
import { settingsFile, settingsFileText } from "./settings-file.js";

interface NewPluginOptions {
  readonly typescript?: true;
  /** The folder in which that of the plugin is created; default: the current one. */
  readonly directory?: string;
}

function requireKind(kind: string): Kind {
  const found = kindNames.find((known) => known === kind);
  if (found !== undefined) return found;
  throw new UsageError(
    "USAGE_ARGUMENT",
    `"${kind}" is not a kind of plugin that can be created.`,
    `The kinds are: ${kindNames.join(", ")}.${didYouMean(kind, kindNames)}`,
  );
}

function requireName(kind: Kind, name: string, { directory, typescript }: NewPluginOptions): void {
  if (!isName(name)) {
    const nearest = nearestName(name);
    const rule = "Use at most 32 lower-case letters and digits, words joined by hyphens, a letter first";
    throw new UsageError(
      "USAGE_VALUE",
      `"${name}" cannot be the name of a plugin.`,
      `${rule}${isName(nearest) ? `: ${nearest}` : ""}.`,
    );
  }
  const [before = "", after = ""] = kinds[kind].id.split("<name>");
  const withoutStart = before !== "" && name.startsWith(before) ? name.slice(before.length) : name;
  const bare =
    after !== "" && withoutStart.endsWith(after) ? withoutStart.slice(0, -after.length) : withoutStart;
  if (bare === name) return;
  const options = [
    ...(typescript === true ? ["--typescript"] : []),
    ...(directory === undefined ? [] : ["--directory", shellWord(directory)]),
  ];
  throw new UsageError(
    "USAGE_VALUE",
    `The id would be ${pluginId(kind, name)}.`,
    `Give the name alone: ${["pictor plugins new", kind, bare, ...options].join(" ")}`,
  );
}

const lists: Readonly<Partial<Record<Kind, ContributionKind>>> = {
  auth: "authSchemes",
  workflow: "workflows",
  feature: "features",
  backend: "backends",
};

/** Two plugins cannot have the same id, and two contributions of one kind cannot either. */
function requireFree(kind: Kind, name: string, { globals, streams }: Invocation): void {
  const id = pluginId(kind, name);
  const taken = (what: string): UsageError =>
    new UsageError("USAGE_VALUE", `There is already ${what}.`, "Choose another name.");
  if (builtinPackages.some((known) => known === `@pictor/${id}`))
    throw taken(`a plugin ${id}, which comes with Pictor`);
  const list = lists[kind];
  if (list !== undefined && readContributions(list, globals, streams.env).some((known) => known.id === name))
    throw taken(`the ${kinds[kind].what} ${name}`);
  if (kind === "api" && /^(?:v\d+|healthz)$/.test(name))
    throw new UsageError("USAGE_VALUE", `The path /${name} belongs to the server.`, "Choose another name.");
}

/** Node 22.18 and later run TypeScript; other versions need the compiled files. */
const languageFor = ({ typescript }: NewPluginOptions): NewPlugin["language"] => {
  if (typescript !== true) return "javascript";
  return (process.features as { readonly typescript?: unknown }).typescript ? "typescript" : "compiled";
};

/** Creates the folder, which must not exist. If a file cannot be written, the folder is removed again. */
async function writeFolder(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw fileFault(folder, error);
    throw new UsageError(
      "USAGE_FILE",
      `${folder} already exists. Nothing was written.`,
      "Choose another name, or remove the folder first.",
    );
  }
  try {
    for (const [path, text] of files) {
      const file = join(folder, path);
      await ensureFolder(dirname(file));
      await writeFile(file, text, { flag: "wx" });
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw fileFault(folder, error);
  }
}

async function create(
  kindGiven: string,
  name: string,
  options: NewPluginOptions,
  invocation: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  const kind = requireKind(kindGiven);
  requireName(kind, name, options);
  requireFree(kind, name, invocation);
  const id = pluginId(kind, name);
  const language = languageFor(options);
  const files = new Map(pluginFiles({ kind, name, language }));
  const types = settingsFileText(JSON.parse(files.get("plugin.json") ?? "{}") as Manifest);
  if (language !== "javascript" && types !== undefined) files.set(settingsFile, types);
  const folder = options.directory === undefined ? `./${id}` : join(options.directory, id);
  await writeFolder(folder, files);
  const next = ["test", "add"].map((command) => `pictor plugins ${command} ${shellWord(folder)}`);
  if (terminal.json) return finished(terminal, { id, path: folder });
  terminal.result(`${id}: the ${kinds[kind].what} ${name}`);
  for (const file of [...files.keys()].sort()) terminal.result(`  ${file}`);
  if (language === "compiled")
    terminal.result(
      `\nThis Node runs the compiled files: after each change, run npx tsc -p ${shellWord(folder)}`,
    );
  terminal.result(`\nNext:\n${next.map((command) => `  ${command}`).join("\n")}`);
  return exitCode("finished");
}

export const newPlugin = (
  kind: string,
  name: string,
  options: NewPluginOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithTerminal(invocation, (terminal) => create(kind, name, options, invocation, terminal));
