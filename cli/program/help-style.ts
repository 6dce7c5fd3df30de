// How help is shown: what its lists hold, inside the width of the terminal, and `help` as a command of its own.

import type { Command, HelpConfiguration } from "commander";
import { wrapped } from "../text/table.js";

/** The whole program's options are told with every command; those of a command above it are not its own. */
export const helpStyle: HelpConfiguration = {
  showGlobalOptions: true,
  minWidthToWrap: 20,
  visibleGlobalOptions: ({ parent }) => {
    let top = parent;
    while (top?.parent) top = top.parent;
    return top?.options.filter(({ hidden }) => !hidden) ?? [];
  },
  subcommandTerm: (command) =>
    [
      command.name(),
      ...command.registeredArguments.map((argument) => {
        const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
        return argument.required ? `<${name}>` : `[${name}]`;
      }),
    ].join(" "),
};

/** Paragraphs with a line that is too long, broken anew. Lines that begin with a blank are examples and tables: they stay. */
export function wrapHelp(text: string, width: number): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  const end = (): void => {
    const fits = paragraph.every((line) => line.length <= width);
    lines.push(...(fits ? paragraph : wrapped(paragraph.join(" "), width)));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    if (/^\S/.test(line)) paragraph.push(line);
    else {
      end();
      lines.push(line);
    }
  }
  end();
  return lines.join("\n");
}

/** The help of a group is no answer to a command that it does not have. */
function refuseUnknown({ command: { args, commands }, command }: { readonly command: Command }): string {
  const [word] = args.filter((given) => !given.startsWith("-"));
  if (word !== undefined && !commands.some((known) => known.name() === word))
    command.error(`error: unknown command '${word}'`, { code: "commander.unknownCommand" });
  return "";
}

/** `pictor help jobs list`, and `pictor jobs help list`, are `pictor jobs list --help`. */
export function addHelp(root: Command, group: Command = root, path: readonly string[] = []): void {
  for (const command of group.commands)
    if (command.commands.length > 0) addHelp(root, command, [...path, command.name()]);
  if (path[0] !== "history") group.addHelpText("before", refuseUnknown);
  group
    .helpCommand(false)
    .command("help", { hidden: group !== root })
    .argument("[command...]", "a command, and one below it")
    .summary("show the help of a command")
    .description("Shows the help of a command, as --help behind it does.")
    .action(async (words: readonly string[]) => {
      await root.parseAsync([...path, ...words, "--help"], { from: "user" });
    });
}
