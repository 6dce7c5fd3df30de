// Commander's complaints about a command line, in the shape of our own errors.

import type { CommanderError } from "commander";
import type { Complaint } from "../output/complaint.js";
import { isCurlOption } from "./curl/options.js";
import type { UsageCode } from "./usage-error.js";

const codes: Readonly<Record<string, UsageCode>> = {
  "commander.unknownCommand": "USAGE_COMMAND",
  "commander.unknownOption": "USAGE_OPTION",
  "commander.optionMissingArgument": "USAGE_OPTION",
  "commander.missingMandatoryOptionValue": "USAGE_OPTION",
  "commander.conflictingOption": "USAGE_OPTION",
};

/** Subcommands that have their own help, as far as they were typed. */
const groups: readonly string[] = ["plugins", "backend", "extensions", "auth", "jobs", "catalog", "project"];

function helpOf(given: readonly string[], isUnknownCommand: boolean): string {
  const [first = "", second = ""] = given.filter((word) => !word.startsWith("-"));
  const isGroup = groups.includes(first);
  const named = isUnknownCommand ? [isGroup ? first : ""] : [first, isGroup ? second : ""];
  return ["pictor", ...named, "--help"].filter((word) => word !== "").join(" ");
}

/** curl's own options are taken from a whole curl command. */
function curlAdvice(code: string, message: string, [command]: readonly string[]): string {
  const [, option = ""] = /^unknown option '(-.*)'/.exec(message) ?? [];
  if (code !== "commander.unknownOption" || command !== "request" || !isCurlOption(option)) return "";
  return "It is one of curl: pictor request --curl 'curl ...' takes a whole curl command.";
}

/** `error: unknown option '--sed'\\n(Did you mean --seed?)` becomes a sentence and its advice. */
export function explainUsage({ code, message }: CommanderError, given: readonly string[]): Complaint {
  const [first = "", suggestion = ""] = message.replace(/^error: /, "").split("\n");
  const what = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/\.?$/, ".");
  const help = `\`${helpOf(given, code === "commander.unknownCommand")}\` tells what there is.`;
  const advice = curlAdvice(
    code,
    first,
    given.filter((word) => !word.startsWith("-")),
  );
  const hint = [advice, suggestion.replace(/^\(|\)$/g, ""), help].filter((text) => text !== "").join(" ");
  return { code: codes[code] ?? "USAGE_ARGUMENT", what, hint, also: [], causes: [] };
}
