// Expands `~/` in the paths of all commands: the shells of Windows leave it as it is, as others do in `--out=~/images`.

import { expandHome } from "@pictor/host/records";
import type { Command, Option } from "commander";

/** The words of a variadic argument arrive one by one. */
const expandNext = (path: string, before: unknown): readonly unknown[] => [
  ...(Array.isArray(before) ? (before as unknown[]) : []),
  expandHome(path),
];

/** Expands the arguments and the options whose value is a `<file>` or `<folder>`, of the command and of all below it. */
export function expandPaths(command: Command): void {
  const isPathOption = ({ flags, variadic, parseArg }: Option): boolean =>
    /<(file|folder)>/.test(flags) && !variadic && parseArg === undefined;
  for (const option of command.options)
    if (isPathOption(option)) option.argParser((path) => expandHome(path));
  for (const argument of command.registeredArguments)
    if (/^(file|folder|image)$/.test(argument.name()))
      argument.argParser(argument.variadic ? expandNext : (path): unknown => expandHome(path));
  for (const below of command.commands) expandPaths(below);
}
