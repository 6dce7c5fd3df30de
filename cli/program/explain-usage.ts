// Converts commander's errors about a command line to Pictor's errors.

import { nearest } from "@pictor/kernel";
import type { Command, CommanderError } from "commander";
import { UsageError, type UsageCode } from "../base/usage-error.js";
import { isCurlOption } from "@pictor/features/curl";

const codes: Readonly<Record<string, UsageCode>> = {
  "commander.unknownCommand": "USAGE_COMMAND",
  "commander.unknownOption": "USAGE_OPTION",
  "commander.optionMissingArgument": "USAGE_OPTION",
  "commander.missingMandatoryOptionValue": "USAGE_OPTION",
  "commander.conflictingOption": "USAGE_OPTION",
};

/** The innermost existing command that the words name, and its path. */
function findCommand(program: Command, typed: readonly string[]): readonly [Command, readonly string[]] {
  let command = program;
  const path: string[] = [];
  for (const word of typed) {
    const next = command.commands.find((known) => known.name() === word);
    // A word before the first command may be the value of an option.
    if (next === undefined && path.length > 0) break;
    if (next === undefined || word === "help") continue;
    command = next;
    path.push(word);
  }
  return [command, path];
}

/** Commands of other programs, and the Pictor commands with the same effect. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ["login", "Did you mean auth login?"],
  ["signin", "Did you mean auth login?"],
  ["logout", "Did you mean auth clear?"],
  ["auth status", "Did you mean auth list, or auth show NAME?"],
  ["auth logout", "Did you mean auth clear?"],
  ["auth signin", "Did you mean auth login?"],
  ["auth signout", "Did you mean auth clear?"],
  ["auth add", "Did you mean auth set?"],
  ["auth delete", "Did you mean auth remove?"],
  [
    "auth token",
    "No command prints a token. pictor request --auth NAME sends it, and auth show NAME tells its state.",
  ],
]);

/** Suggests a command. Commander's own suggestion ignores common prefixes and suffixes. */
function nearestCommand({ commands }: Command, path: readonly string[], message: string): string {
  const [, word = ""] = /^unknown command '(.*)'/i.exec(message) ?? [];
  const other = otherWords.get([...path, word].join(" "));
  if (other !== undefined) return other;
  const near = nearest(
    word,
    commands.map((command) => command.name()),
  );
  return near === undefined ? "" : `Did you mean ${near}?`;
}

/** The advice for an option of curl: pass the whole command with --curl. */
function curlAdvice(code: string, message: string, [command]: readonly string[]): string {
  const [, option = ""] = /^unknown option '(-.*)'/.exec(message) ?? [];
  if (code !== "commander.unknownOption" || command !== "request" || !isCurlOption(option)) return "";
  return "This is an option of curl: pictor request --curl 'curl ...' accepts a whole curl command.";
}

/** The advice for an option that could be a setting, such as `--steps 30`, where a command has `--set`. */
function settingAdvice(code: string, message: string, { options }: Command): string {
  const [, name] = /^unknown option '--([^'=]+)/.exec(message) ?? [];
  if (code !== "commander.unknownOption" || name === undefined) return "";
  return options.some(({ long }) => long === "--set") ? `A setting is given as --set ${name}=VALUE.` : "";
}

/** The advice for words too many after a command whose last argument is a prompt: quote the prompt. */
function promptAdvice(code: string, { registeredArguments }: Command, path: readonly string[]): string {
  if (code !== "commander.excessArguments" || registeredArguments.at(-1)?.name() !== "prompt") return "";
  return `A prompt of several words needs quotes: pictor ${path.join(" ")} ... "a red kite".`;
}

/**
 * Converts a message of commander, such as `error: unknown option '--sed'\\n(Did you mean --seed?)`, to a sentence and
 * its advice.
 */
export function explainUsage(
  { code, message }: CommanderError,
  typed: readonly string[],
  program: Command,
): UsageError {
  const [first = "", suggestion = ""] = message.replace(/^error: /, "").split("\n");
  const what = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/\.?$/, ".");
  const words = typed.filter((word) => !word.startsWith("-"));
  const [command, path] = findCommand(program, words);
  const suggestionText =
    code === "commander.unknownCommand"
      ? nearestCommand(command, path, first)
      : suggestion.replace(/^\(|\)$/g, "");
  const help = `\`${["pictor", ...path, "--help"].join(" ")}\` shows the usage.`;
  const advice = [
    curlAdvice(code, first, words),
    promptAdvice(code, command, path),
    suggestionText || settingAdvice(code, first, command),
    help,
  ];
  const hint = advice.filter((text) => text !== "").join(" ");
  return new UsageError(codes[code] ?? "USAGE_ARGUMENT", what, hint);
}
