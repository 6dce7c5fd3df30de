// `pictor plugins types`: writes the types of a plugin's settings, which plugin.json describes, beside it.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { validatePluginFolder, withoutByteOrderMark, type Manifest } from "@pictor/kernel";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { describeError, renderError } from "../../output/error-report.js";
import { ended } from "../../output/finished.js";
import { saveFile } from "../../output/save-file.js";
import type { Terminal } from "../../output/terminal.js";
import { runWithTerminal } from "../../session/plain-command.js";
import { shellWord } from "../../text/shell-word.js";
import { generatedMark, settingsFile, settingsFileText } from "./settings-file.js";

interface PluginTypesOptions {
  readonly check?: true;
}

/** What there is to do: nothing, a file to write, or nothing to write at all. */
type State = "current" | "stale" | "no settings";

/** What was found in a valid plugin folder. */
interface Found {
  readonly state: State;
  readonly file: string;
  readonly text: string;
}

async function look(folder: string): Promise<Found> {
  const file = join(folder, settingsFile);
  const source = withoutByteOrderMark(await readFile(join(folder, "plugin.json"), "utf8"));
  const text = settingsFileText(JSON.parse(source) as Manifest);
  if (text === undefined) return { state: "no settings", file, text: "" };
  const present = await readFile(file, "utf8").catch(() => undefined);
  if (present !== undefined && !present.startsWith(generatedMark))
    throw new UsageError(
      "USAGE_FILE",
      `${file} was not generated, and stays as it is.`,
      "Rename the file, and run the command again.",
    );
  return { state: present === text ? "current" : "stale", file, text };
}

function report(terminal: Terminal, { state, file }: Found, isWritten: boolean): void {
  if (state === "no settings") terminal.result("The plugin declares no settings, so there are no types.");
  else if (state === "current") terminal.result(`${file} is current.`);
  else terminal.result(isWritten ? file : `${file} does not have the types of plugin.json.`);
}

async function write(folder: string, { check }: PluginTypesOptions, terminal: Terminal): Promise<ExitCode> {
  const problems = await validatePluginFolder(resolve(folder));
  if (problems.length > 0) {
    if (!terminal.json)
      for (const problem of problems) terminal.say(renderError(describeError(problem), terminal));
    return ended(terminal, "usage", { status: "invalid", folder, problems });
  }
  const found = await look(folder);
  const isWritten = found.state === "stale" && check !== true;
  if (isWritten) await saveFile([Buffer.from(found.text)], found.file, true);
  const isStale = found.state === "stale" && !isWritten;
  if (!terminal.json) {
    report(terminal, found, isWritten);
    if (isStale) terminal.say(`Run: pictor plugins types ${shellWord(folder)}`);
  }
  const path = found.state === "no settings" ? {} : { path: found.file };
  const status = isStale ? "stale" : "finished";
  return ended(terminal, isStale ? "usage" : "finished", { status, folder, ...path });
}

export const writePluginTypes = (
  folder: string,
  options: PluginTypesOptions,
  invocation: Invocation,
): Promise<ExitCode> => runWithTerminal(invocation, (terminal) => write(folder, options, terminal));
