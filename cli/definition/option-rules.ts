// Refuses options that would have no effect beside what else is given, before the command runs.

import type { Command } from "commander";
import { UsageError } from "../base/usage-error.js";

/** What an option goes with, by long names. `[operand]` stands for an argument that has a default. */
export type OptionRule = {
  readonly option: string;
  /** What to do. Default: leave an option out, or give the missing one. */
  readonly hint?: string;
} & (
  | { readonly needs: string | readonly [string, string, ...string[]] }
  | { readonly excludes: readonly [string, ...string[]] }
);

const operand = "[operand]";

/** The long names of the options of a command that the command line gives. */
const givenOf = (command: Command): readonly string[] =>
  command.options.flatMap((option) =>
    option.long != null && command.getOptionValueSource(option.attributeName()) === "cli"
      ? [option.long]
      : [],
  );

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

const refuse = (what: string, hint: string): never => {
  throw new UsageError("USAGE_OPTION", what, hint);
};

function check(rule: OptionRule, command: Command): void {
  const given = givenOf(command);
  if (!given.includes(rule.option)) return;
  if ("needs" in rule) {
    const needed = [rule.needs].flat();
    if (needed.some((option) => given.includes(option))) return;
    const names = needed.join(" or ");
    const hint = rule.hint ?? `Give ${names}, or leave ${rule.option} out.`;
    return refuse(`${rule.option} has no effect without ${names}.`, hint);
  }
  for (const other of rule.excludes) {
    if (other !== operand ? !given.includes(other) : command.args.length === 0) continue;
    const name = other === operand ? `"${command.args[0] ?? ""}"` : other;
    const what = `${rule.option} cannot be combined with ${name}, which would have no effect.`;
    refuse(what, rule.hint ?? "Leave one out.");
  }
}

/** Adds rules to a command. A command line that breaks one throws a UsageError. */
export const withRules = (command: Command, ...rules: readonly OptionRule[]): Command =>
  command.hook("preAction", (_own, chosen) => {
    if (chosen === command) for (const rule of rules) check(rule, command);
  });

/**
 * Refuses options of a command beside one of its subcommands: commander gives them to the command, even when they
 * follow the name of the subcommand.
 */
export function refuseOptionsOfParents(program: Command): void {
  program.hook("preAction", (_program, chosen) => {
    for (let { parent } = chosen; parent !== null && parent !== program; { parent } = parent) {
      const [option] = givenOf(parent);
      if (option !== undefined)
        refuse(
          `${option} is an option of \`${pathOf(parent)}\`, and has no effect on \`${pathOf(chosen)}\`.`,
          "Leave it out; nothing was changed.",
        );
    }
  });
}
