// Commander's complaints about a command line, in the shape of our own errors.

import { nearest } from "@pictor/host";
import type { Command, CommanderError } from "commander";
import type { UsageCode } from "../base/usage-error.js";
import { isCurlOption } from "../commands/request/curl/options.js";
import type { ErrorReport } from "../output/error-report.js";

const codes: Readonly<Record<string, UsageCode>> = {
  "commander.unknownCommand": "USAGE_COMMAND",
  "commander.unknownOption": "USAGE_OPTION",
  "commander.optionMissingArgument": "USAGE_OPTION",
  "commander.missingMandatoryOptionValue": "USAGE_OPTION",
  "commander.conflictingOption": "USAGE_OPTION",
};

/** The command that is named, as far as there is one, and the words that name it. */
function commandNamed(program: Command, given: readonly string[]): readonly [Command, readonly string[]] {
  let command = program;
  const path: string[] = [];
  for (const word of given) {
    const next = command.commands.find((known) => known.name() === word);
    // Before the first one it may be the value of an option.
    if (next === undefined && path.length > 0) break;
    if (next === undefined || word === "help") continue;
    command = next;
    path.push(word);
  }
  return [command, path];
}

/** Commander's own nearest word knows neither beginnings nor ends. */
function nearestCommand({ commands }: Command, message: string): string {
  const [, word = ""] = /^unknown command '(.*)'/.exec(message) ?? [];
  const near = nearest(
    word,
    commands.map((command) => command.name()),
  );
  return near === undefined ? "" : `Did you mean ${near}?`;
}

/** curl's own options are taken from a whole curl command. */
function curlAdvice(code: string, message: string, [command]: readonly string[]): string {
  const [, option = ""] = /^unknown option '(-.*)'/.exec(message) ?? [];
  if (code !== "commander.unknownOption" || command !== "request" || !isCurlOption(option)) return "";
  return "It is one of curl: pictor request --curl 'curl ...' takes a whole curl command.";
}

/** `error: unknown option '--sed'\\n(Did you mean --seed?)` becomes a sentence and its advice. */
export function explainUsage(
  { code, message }: CommanderError,
  given: readonly string[],
  program: Command,
): ErrorReport {
  const [first = "", suggestion = ""] = message.replace(/^error: /, "").split("\n");
  const what = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/\.?$/, ".");
  const words = given.filter((word) => !word.startsWith("-"));
  const [command, path] = commandNamed(program, words);
  const meant =
    code === "commander.unknownCommand" ? nearestCommand(command, first) : suggestion.replace(/^\(|\)$/g, "");
  const help = `\`${["pictor", ...path, "--help"].join(" ")}\` tells what there is.`;
  const hint = [curlAdvice(code, first, words), meant, help].filter((text) => text !== "").join(" ");
  return { code: codes[code] ?? "USAGE_ARGUMENT", what, hint, also: [], causes: [] };
}
