// Checks the paths that commands are given, and expands `~/` in them: the shells of Windows leave it as it is, as others do in
// `--out=~/images`.

import type { Command, Option } from "commander";
import { requirePath } from "../input/require-path.js";

/** The words of a variadic argument arrive one by one. */
const expandNext =
  (where: string) =>
  (path: string, before: unknown): readonly unknown[] => [
    ...(Array.isArray(before) ? (before as unknown[]) : []),
    requirePath(path, where),
  ];

/** Checks the arguments and the options whose value is a `<file>` or `<folder>`, of the command and of all below it. */
export function expandPaths(command: Command): void {
  const isPathOption = ({ flags, variadic, parseArg }: Option): boolean =>
    /<(file|folder)>/.test(flags) && !variadic && parseArg === undefined;
  for (const option of command.options)
    if (isPathOption(option)) option.argParser((path) => requirePath(path, option.long ?? option.flags));
  for (const argument of command.registeredArguments) {
    const name = argument.name();
    const where = `<${name}>`;
    if (/^(file|folder|image)$/.test(name))
      argument.argParser(argument.variadic ? expandNext(where) : (path): unknown => requirePath(path, where));
  }
  for (const below of command.commands) expandPaths(below);
}
