// Formats the help within the width of the terminal, and adds the command `help`.

import type { Command, HelpConfiguration } from "commander";
import { wrapText } from "../text/table.js";

/** The help of every command lists the options of the program, but not those of its parent command. */
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

/** Wraps paragraphs that have a line longer than `width`. Indented lines (examples, tables) are unchanged. */
export function wrapHelp(text: string, width: number): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  const end = (): void => {
    const fits = paragraph.every((line) => line.length <= width);
    lines.push(...(fits ? paragraph : wrapText(paragraph.join(" "), width)));
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

/** Reports an unknown command of a group in place of the group's help. */
function refuseUnknown({ command: { args, commands }, command }: { readonly command: Command }): string {
  const [word] = args.filter((given) => !given.startsWith("-"));
  if (word !== undefined && !commands.some((known) => known.name() === word))
    command.error(`error: unknown command '${word}'`, { code: "commander.unknownCommand" });
  return "";
}

/** Adds `help`: `pictor help jobs list` and `pictor jobs help list` mean `pictor jobs list --help`. */
export function addHelp(root: Command, group: Command = root, path: readonly string[] = []): void {
  for (const command of group.commands)
    if (command.commands.length > 0) addHelp(root, command, [...path, command.name()]);
  if (path[0] !== "history" && group.registeredArguments.length === 0)
    group.addHelpText("before", refuseUnknown);
  group
    .helpCommand(false)
    .command("help", { hidden: group !== root })
    .argument("[command...]", "a command and its subcommand")
    .summary("show the help of a command")
    .description("Shows the help of a command, as its option --help does.")
    .action(async (words: readonly string[]) => {
      await root.parseAsync([...path, ...words, "--help"], { from: "user" });
    });
}
