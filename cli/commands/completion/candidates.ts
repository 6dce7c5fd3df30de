// The completions of a command line, from the definitions of the commands, the manifests and the configuration files.

import { hookNames, readContributions, readNames, type ContributionKind } from "@pictor/host/manifests";
import type { Command, Option } from "commander";

type Environment = Readonly<Record<string, string | undefined>>;
interface Context {
  readonly env: Environment;
  /** The file of the option --config. */
  readonly config?: string;
}
type Source = (context: Context) => readonly string[];

const contributions =
  (kind: ContributionKind): Source =>
  ({ env, ...globals }) =>
    readContributions(kind, globals, env).map(({ id }) => id);
const names =
  (section: "backends" | "profiles" | "environments"): Source =>
  ({ env, ...globals }) =>
    readNames(section, globals, env);

/** The values of options, by the long name of the option. */
const optionValues: Readonly<Record<string, Source>> = {
  "--backend": names("backends"),
  "--environment": names("environments"),
  "--auth": names("profiles"),
  "--type": contributions("authSchemes"),
  "--scheme": contributions("authSchemes"),
  "--kind": contributions("backends"),
  "--feature": contributions("features"),
  "--hook": () => hookNames,
};

/** The values of the first argument, by the path of the command; for a group, of all its commands. */
const argumentValues: Readonly<Record<string, Source>> = {
  generate: contributions("workflows"),
  graph: contributions("workflows"),
  "workflows show": contributions("workflows"),
  "features show": contributions("features"),
  auth: names("profiles"),
  backend: names("backends"),
};

/** Names of foreign files must not contain what a shell would interpret. */
const isPlain = (word: string): boolean => /^[\w.@+-]+$/.test(word);

const takesValue = ({ required, optional }: Option): boolean => required || optional;

function optionsOf(command: Command): readonly Option[] {
  const inherited = command.parent === null ? [] : optionsOf(command.parent);
  return [...command.options, ...inherited].filter(({ hidden }) => !hidden);
}

const shownCommands = ({ commands }: Command): readonly string[] =>
  commands
    .filter((command) => !("_hidden" in command && command._hidden === true))
    .map((command) => command.name());

/** The completions of the last word, which may be empty. `words` are those after the name of the program. */
export function candidates(program: Command, words: readonly string[], env: Environment): readonly string[] {
  const last = words.at(-1) ?? "";
  let command = program;
  let operands = 0;
  let pending: Option | undefined;
  let config: string | undefined;
  for (const word of words.slice(0, -1)) {
    if (pending !== undefined) {
      if (pending.long === "--config") config = word;
      pending = undefined;
    } else if (word.startsWith("-")) {
      const found = optionsOf(command).find(({ long, short }) => word === long || word === short);
      if (found !== undefined && takesValue(found)) pending = found;
    } else {
      const next = command.commands.find((known) => known.name() === word);
      if (next === undefined) operands++;
      else command = next;
    }
  }
  const context: Context = { env, ...(config !== undefined && { config }) };
  const path: string[] = [];
  for (let each = command; each.parent !== null; each = each.parent) path.unshift(each.name());
  const found = (): readonly string[] => {
    if (pending !== undefined) return optionValues[pending.long ?? ""]?.(context) ?? [];
    if (last.startsWith("-")) return [...optionsOf(command).flatMap(({ long }) => long ?? []), "--help"];
    if (command.commands.length > 0 && operands === 0 && command.registeredArguments.length === 0)
      return shownCommands(command);
    const [group = ""] = path;
    const source = argumentValues[path.join(" ")] ?? argumentValues[group];
    const own = operands === 0 && command.registeredArguments.length > 0 ? (source?.(context) ?? []) : [];
    return [...own, ...(operands === 0 ? shownCommands(command) : [])];
  };
  return [...new Set(found())].filter((word) => word.startsWith(last) && isPlain(word)).sort();
}
