// Refuses empty values of options and arguments, which a variable of a shell gives that is not set: `--backend "$NAME"`.

import type { Command, Option } from "commander";
import { UsageError } from "../base/usage-error.js";

const advice = "Give a value; a variable of the shell that is not set gives an empty one.";

const refuse = (where: string, expected: string): never => {
  throw new UsageError("USAGE_VALUE", `${where}: expected ${expected}, found nothing.`, advice);
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

/** Arguments that may be empty: a prompt, the value of a setting, words to search for. */
const mayBeEmpty = new Set(["prompt", "value", "query", "words"]);

function checkArguments({ registeredArguments, args }: Command): void {
  args.forEach((given, index) => {
    // The last argument of a command takes all further words if it takes several.
    const name = (registeredArguments[index] ?? registeredArguments.at(-1))?.name();
    if (given !== "" || name === undefined || mayBeEmpty.has(name)) return;
    refuse(`<${name}>`, /^(file|folder|image)$/.test(name) ? "a path" : "a value");
  });
}

/** Applies to the chosen command and to those above it. */
export function refuseEmptyValues(program: Command): void {
  program.hook("preAction", (_program, chosen) => {
    for (let command: Command | null = chosen; command !== null; command = command.parent) check(command);
    checkArguments(chosen);
  });
}
