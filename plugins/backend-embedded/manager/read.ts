// The options of the fake Manager from JSON, or from a caller without types: every problem told at once.
import { isObject } from "../json.js";
import { InvalidClassesError, readClasses } from "../nodes/extra-classes.js";
import { object, oneOf, problemsOf, problemText, text, yes, type Problem, type Rule } from "../rules.js";
import { baseName, generations, nameOf, securityLevels, type ManagerOptions, type Pack } from "./options.js";

export type ManagerProblem = Problem;

export class InvalidManagerError extends TypeError {
  override readonly name = "InvalidManagerError";
  readonly problems: readonly ManagerProblem[];

  constructor(problems: readonly ManagerProblem[]) {
    super(problemText("Invalid Manager", problems));
    this.problems = problems;
  }
}

const ms: Rule = {
  holds: (value) => typeof value === "number" && value >= 0 && value <= 2 ** 31 - 1,
  allowed: "milliseconds",
};
const texts: Rule = {
  holds: (value) => Array.isArray(value) && value.length > 0 && value.every(text.holds),
  allowed: "a list of texts",
};
const address: Rule = {
  holds: (value) => typeof value === "string" && /^https?:\/\//.test(value) && baseName(value) !== "",
  allowed: "an address such as https://github.com/acme/nodes",
};

const managerRules: Readonly<Record<keyof ManagerOptions, Rule>> = {
  generation: oneOf(...generations),
  securityLevel: oneOf(...securityLevels),
  loopback: yes,
  allowGitUrlInstall: yes,
  packs: { holds: Array.isArray, allowed: "a list of packs" },
  rebootMs: ms,
  taskMs: ms,
};
const packRules: Readonly<Record<keyof ManagerOptions["packs"][number], Rule>> = {
  id: text,
  repository: address,
  title: text,
  description: text,
  author: text,
  versions: texts,
  classes: object,
  listed: yes,
  installed: object,
  fails: oneOf("install", "import"),
};
const installedRules: Readonly<Record<string, Rule>> = { version: text, enabled: yes };

/** Throws an `InvalidManagerError`. */
export function readManager(value: unknown): ManagerOptions {
  const problems = isObject(value)
    ? [
        ...problemsOf("", value, managerRules, ["generation", "packs"]),
        ...packsIn(value).flatMap((pack, index) => packProblems(`/packs/${index}`, pack)),
        ...twins(packsIn(value)),
      ]
    : [{ at: "", problem: "it is no object", allowed: "an object with generation and packs" }];
  if (problems.length > 0) throw new InvalidManagerError(problems);
  return value as ManagerOptions;
}

const packsIn = ({ packs }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(packs) ? (packs as unknown[]) : [];

/** Two of one name would lie in one folder. */
function twins(packs: readonly unknown[]): readonly ManagerProblem[] {
  const names = packs.map((pack) =>
    isObject(pack) && (text.holds(pack["id"]) || address.holds(pack["repository"]))
      ? nameOf(pack as Pack).toLowerCase()
      : undefined,
  );
  return names.flatMap((name, index) =>
    name !== undefined && names.indexOf(name) < index
      ? [{ at: `/packs/${index}`, problem: `another one is called ${name}, too`, allowed: "another name" }]
      : [],
  );
}

function packProblems(at: string, pack: unknown): readonly ManagerProblem[] {
  if (!isObject(pack)) return [{ at, problem: "it is no object", allowed: "a pack" }];
  const { id, repository, versions, installed, classes = {} } = pack;
  const isNamed = id !== undefined || repository !== undefined;
  const version = isObject(installed) ? installed["version"] : undefined;
  const known = [...(texts.holds(versions) ? (versions as readonly string[]) : []), "nightly", "unknown"];
  return [
    ...problemsOf(at, pack, packRules),
    ...(isNamed ? [] : [{ at, problem: "it has no name", allowed: "id, repository or both" }]),
    ...(isObject(installed) ? problemsOf(`${at}/installed`, installed, installedRules, ["version"]) : []),
    ...(typeof version === "string" && !known.includes(version)
      ? [{ at: `${at}/installed/version`, problem: `found ${version}`, allowed: known.join(", ") }]
      : []),
    ...(isObject(classes) ? classProblems(at, classes) : []),
  ];
}

function classProblems(at: string, classes: Readonly<Record<string, unknown>>): readonly ManagerProblem[] {
  const placed = Object.entries(classes).map(
    ([name, entry]) =>
      [name, isObject(entry) ? { ...entry, python_module: "custom_nodes.pack" } : entry] as const,
  );
  try {
    readClasses(Object.fromEntries(placed));
    return [];
  } catch (error) {
    if (!(error instanceof InvalidClassesError)) throw error;
    return error.problems.map((problem) => ({ ...problem, at: `${at}/classes${problem.at}` }));
  }
}
