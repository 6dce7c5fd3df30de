// `config path`, `show` and `get`, and the definition of `set`.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { shownConfiguration, type ShownValue } from "@pictor/features/configuration";
import { configurationFiles } from "@pictor/host";
import { didYouMean } from "@pictor/kernel";
import type { Command } from "commander";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { finished } from "../../output/finished.js";
import { configurationOf } from "../../session/command-host.js";
import { runWithTerminal, show } from "../../session/plain-command.js";
import { runWithPrograms } from "../../session/run-with-programs.js";
import { oneLine } from "../../text/plain-text.js";

const showPaths = (invocation: Invocation): Promise<ExitCode> =>
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
const showValues = (invocation: Invocation, name?: string): Promise<ExitCode> =>
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

/** Shows the values with or below a name. */
const getConfig = (name: string, invocation: Invocation): Promise<ExitCode> => showValues(invocation, name);

const help = {
  config: examples("pictor config show", "pictor config set outputs.directory ~/images"),
  path: examples("pictor config path", "pictor config path --json"),
  show: examples("pictor config show", "pictor config show --json"),
  get: examples("pictor config get backend", "pictor config get network"),
  set: `${examples("pictor config set backend studio", "pictor config set network.idleTimeoutMs 60000", "pictor config set plugins.output-metadata.enabled false")}

The value is read as JSON if that is valid for the setting, else as text. Everything else in the file stays. A setting of the
project file, an environment variable or an option overrides the user file. \`pictor auth set\` changes profiles.`,
};

export function addConfigCommand(program: Command, { actionWithoutOptions }: ProgramContext): void {
  const config = program
    .command("config")
    .summary("show and change the configuration")
    .description("Shows the configuration with the origin of each value, and changes the user file.")
    .addHelpText("after", help.config);
  config
    .command("path")
    .summary("the configuration files")
    .description(
      "The configuration files, the one that overrides the other last, and whether each of them exists.",
    )
    .addHelpText("after", help.path)
    .action(actionWithoutOptions(() => showPaths));
  config
    .command("show")
    .summary("every value and its origin")
    .description(
      "Every value and its origin: default, user file, project file, environment or flag. Never a secret.",
    )
    .addHelpText("after", help.show)
    .action(actionWithoutOptions(() => (invocation: Invocation) => showValues(invocation)));
  config
    .command("get")
    .summary("one value, or those below a name")
    .description("Prints one value, or the values below a name. Never a secret.")
    .argument("<name>", "a name as in config show, such as outputs.directory")
    .addHelpText("after", help.get)
    .action(actionWithoutOptions(() => getConfig));
  config
    .command("set")
    .summary("change a value in the user file")
    .description("Changes a value in the configuration file of the user, after checking it.")
    .argument("<name>", "a name as in config show, such as outputs.directory")
    .argument("<value>", "the new value: a text, or JSON")
    .addHelpText("after", help.set)
    .action(actionWithoutOptions(async () => (await import("./set-config.js")).setConfig));
}
