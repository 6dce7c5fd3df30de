// The table of all commands, from their definitions.

import type { Command } from "commander";
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

export const commandRows = (): readonly (readonly string[])[] =>
  visible(createProgram("0.0.0", { streams: fakeStreams(), end: () => undefined })).flatMap((one) =>
    rowsOf(one, ""),
  );
