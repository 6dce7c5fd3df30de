// Parses the options of `backend serve` that are JSON or name a JSON file.

import { parseJson, readText, reasonOf } from "@pictor/kernel";
import { UsageError } from "../../base/usage-error.js";
import { requirePath } from "../../input/require-path.js";

const hints = {
  "--faults":
    'Write a JSON array, such as \'[{"kind": "late-reply", "ms": 2000}]\', or @file; docs/embedded-server.md lists all.',
  "--classes": "Write the name of a JSON file with node classes, in the form of /object_info.",
  "--manager":
    "Write the name of a JSON file with a generation and packs; docs/embedded-server.md lists their members.",
} as const;

export type JsonOption = keyof typeof hints;

/**
 * The value of an option: `text` is JSON, or `@` and a path; undefined if the option is not given. `read` checks the value
 * and throws an error whose message has one problem per line.
 */
export async function parseJsonOption<Value>(
  option: JsonOption,
  text: string | undefined,
  read: (value: unknown) => Value,
): Promise<Value | undefined> {
  if (text === undefined) return undefined;
  const value = parse(option, await textOf(option, text));
  try {
    return read(value);
  } catch (error) {
    const what = (error as Error).message.replace(/^Invalid [^\n]*\n/, "").replaceAll("\n", "; ");
    throw new UsageError("USAGE_VALUE", `${option}: ${what}.`, hints[option], error);
  }
}

async function textOf(option: JsonOption, given: string): Promise<string> {
  if (!given.startsWith("@")) return given;
  const file = requirePath(given.slice(1), option);
  return readText(file).catch((error: unknown) => {
    const hint = `Write the path of a readable JSON file${option === "--faults" ? " after the @" : ""}.`;
    throw new UsageError("USAGE_FILE", `${option}: ${file} cannot be read: ${reasonOf(error)}.`, hint, error);
  });
}

function parse(option: JsonOption, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError("USAGE_VALUE", `${option} is not valid JSON: ${message}.`, hints[option], error);
  }
}
