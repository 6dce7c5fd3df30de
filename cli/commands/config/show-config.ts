// `config path`, `config show` and `config get`: the configuration with the origin of each value. No code of a plugin is run.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { shownConfiguration, type ShownValue } from "@pictor/features/configuration";
import { configurationFiles } from "@pictor/host";
import { didYouMean } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { finished } from "../../output/finished.js";
import { runWithTerminal, show } from "../../session/plain-command.js";
import { configurationOf } from "../../session/command-host.js";
import { runWithPrograms } from "../../session/run-with-programs.js";
import { oneLine } from "../../text/plain-text.js";

export const showPaths = (invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, (terminal) => {
    const { own, file = "pictor.json" } = configurationFiles(invocation.globals, invocation.streams.env);
    const files = [
      { layer: "user file", path: own },
      { layer: "project file", path: resolve(file) },
    ].map((entry) => ({ ...entry, exists: existsSync(entry.path) }));
    return show(terminal, files, {
      record: () => ({ files }),
      print: () => {
        const rows = files.map(({ layer, path, exists }) => [layer, oneLine(path), exists ? "" : "(absent)"]);
        terminal.result(terminal.table(rows));
      },
    });
  });

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const rowOf = ({ name, value, origin, from }: ShownValue): readonly string[] =>
  [name, textOf(value), from === undefined ? origin : `${origin} ${from}`].map(oneLine);

/** The values with this name, or below it. Throws a UsageError if there are none. */
function valuesAt(name: string, values: readonly ShownValue[]): readonly ShownValue[] {
  const found = values.filter((value) => value.name === name || value.name.startsWith(`${name}.`));
  if (found.length > 0) return found;
  const suggestion = didYouMean(
    name,
    values.map((value) => value.name),
  );
  const hint = `\`pictor config show\` lists the values.${suggestion}`;
  throw new UsageError("USAGE_VALUE", `The configuration has no value "${oneLine(name)}".`, hint);
}

/** Shows all values, or those with or below a name. */
const showValues = (name: string | undefined, invocation: Invocation): Promise<ExitCode> =>
  runWithPrograms(invocation, async ({ terminal, interaction, streams }) => {
    const { globals } = invocation;
    const { env } = streams;
    const configuration = await configurationOf(invocation, interaction);
    const { own } = configurationFiles(globals, env);
    const { environment } = globals;
    const options = { env, ...(environment !== undefined && { environment }) };
    const all = shownConfiguration(configuration, own, options);
    const values = name === undefined ? all : valuesAt(name, all);
    if (terminal.json) return finished(terminal, { values });
    const [first] = values;
    if (first !== undefined && first.name === name) terminal.result(oneLine(textOf(first.value)));
    else terminal.result(terminal.table([["NAME", "VALUE", "ORIGIN"], ...values.map(rowOf)]));
    return exitCode("finished");
  });

/** `config show` */
export const showConfig = (invocation: Invocation): Promise<ExitCode> => showValues(undefined, invocation);

/** `config get NAME` */
export const getConfig = (name: string, invocation: Invocation): Promise<ExitCode> =>
  showValues(name, invocation);
