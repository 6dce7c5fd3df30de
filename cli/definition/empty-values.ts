// Refuses empty values of options and paths, which a variable of a shell gives that is not set: `--backend "$NAME"`.

import type { Command, Option } from "commander";
import { UsageError } from "../base/usage-error.js";

const refuse = (where: string, expected: string): never => {
  throw new UsageError("USAGE_VALUE", `${where}: expected ${expected}, found nothing.`, "Give a value.");
};

/** What an option takes, such as `file`; undefined for one that may be empty: a text, and one without a value. */
function valueName({ flags }: Option): string | undefined {
  const [, name] = /[<[]([^>\]]+)[>\]]/.exec(flags) ?? [];
  return name === "text" ? undefined : name;
}

function check(command: Command): void {
  for (const option of command.options) {
    const name = valueName(option);
    if (name !== undefined && command.getOptionValue(option.attributeName()) === "")
      refuse(option.long ?? option.flags, `<${name}>`);
  }
}

/** Applies to the chosen command and to those above it. */
export function refuseEmptyValues(program: Command): void {
  program.hook("preAction", (_program, chosen) => {
    for (let command: Command | null = chosen; command !== null; command = command.parent) check(command);
    const paths = chosen.registeredArguments.map((argument) => argument.name());
    paths.forEach((name, index) => {
      if (/^(file|folder|image)$/.test(name) && chosen.args[index] === "") refuse(`<${name}>`, "a path");
    });
  });
}
