// Empty values on the command line, as `--backend "$NAME"` without that variable gives them.

import { Command } from "commander";
import { expect, it } from "vitest";
import { appendValue } from "./repeatable.js";
import { refuseEmptyValues } from "./empty-values.js";

function parse(...words: readonly string[]): void {
  const program = new Command().exitOverride().option("--config <file>", "");
  program
    .command("show")
    .argument("[folder]")
    .argument("[words...]")
    .option("--name <name>", "")
    .option("-d, --data <text>", "")
    .option("--set <name=value>", "", appendValue)
    .option("--long", "")
    .action(() => undefined);
  program
    .command("cancel")
    .argument("<id...>")
    .action(() => undefined);
  refuseEmptyValues(program);
  program.parse(["node", "pictor", ...words]);
}

it.each([
  ["of an option", ["show", "--name", ""], "--name: expected <name>, found nothing."],
  ["behind an equals sign", ["show", "--name="], "--name: expected <name>, found nothing."],
  ["of an option of all commands", ["--config", "", "show"], "--config: expected <file>, found nothing."],
  ["in place of a path", ["show", ""], "<folder>: expected a path, found nothing."],
  ["in place of a name", ["cancel", ""], "<id>: expected a value, found nothing."],
  ["after other names", ["cancel", "a", ""], "<id>: expected a value, found nothing."],
])("an empty value is refused: %s", (_situation, words, message) => {
  expect(() => parse(...words)).toThrow(message);
});

it.each([
  ["a text", ["show", "-d", ""]],
  ["a repeatable option, which reads its values itself", ["show", "--set", ""]],
  ["a word", ["show", "a", ""]],
  ["nothing", ["show", "--long"]],
])("%s may be empty", (_situation, words) => {
  parse(...words);
});
