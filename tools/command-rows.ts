// The table of all commands, from their definitions.

import type { Command } from "commander";
import { nouns } from "../cli/commands/nouns.js";
import { createProgram } from "../cli/program/program.js";
import { fakeStreams } from "../cli/testing/fake-streams.js";

const visible = (command: Command): readonly Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== "help");

function rowsOf(command: Command, group: string): readonly (readonly [usage: string, summary: string])[] {
  return [
    [
      `\`${group}${command.createHelp().subcommandTerm(command)}\``,
      command.summary() || command.description(),
    ],
    ...visible(command).flatMap((one) => rowsOf(one, `${group}${command.name()} `)),
  ];
}

const program = await createProgram("0.0.0", Object.keys(nouns), {
  streams: fakeStreams(),
  end: () => undefined,
});

export const commandRows = (): readonly (readonly string[])[] =>
  visible(program).flatMap((one) => rowsOf(one, ""));

/** Path and text of the module with what the help of the program shows of each noun. */
export function nounPages(): readonly (readonly [path: string, text: string])[] {
  const usages = visible(program).map((noun) => [
    noun.name(),
    [noun.createHelp().subcommandTerm(noun), noun.summary()],
  ]);
  const text = [
    "// Generated from the definitions of the commands by `npm run gen`; do not edit.",
    `export const nounUsages: Readonly<Record<string, readonly [usage: string, summary: string]>> = ${JSON.stringify(Object.fromEntries(usages))};`,
  ];
  return [["cli/commands/nouns.gen.ts", text.join("\n\n")]];
}
