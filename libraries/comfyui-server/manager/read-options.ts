// Checks the options of the simulated ComfyUI-Manager that come from JSON or from an untyped caller.
import { isRecord } from "@pictor/kernel/plugin";
import { InvalidClassesError, readClasses, type ClassNames } from "../classes/extra-classes.js";
import {
  boolean,
  found,
  InvalidInputError,
  memberProblems,
  milliseconds,
  nonEmptyString,
  object,
  oneOf,
  type Problem,
  type Rule,
} from "../checks/check-members.js";
import {
  repositoryName,
  generations,
  nameOf,
  securityLevels,
  type ManagerOptions,
  type NodePack,
} from "./options.js";

export class InvalidManagerError extends InvalidInputError {
  override readonly name = "InvalidManagerError";
  constructor(problems: readonly Problem[]) {
    super("Invalid options of the simulated ComfyUI-Manager", problems);
  }
}

const strings: Rule = {
  accepts: (value) => Array.isArray(value) && value.length > 0 && value.every(nonEmptyString.accepts),
  allowed: "a non-empty array of strings",
};
const repositoryUrl: Rule = {
  accepts: (value) => typeof value === "string" && /^https?:\/\//.test(value) && repositoryName(value) !== "",
  allowed: "a URL such as https://github.com/acme/nodes",
};

const managerRules: Readonly<Record<keyof ManagerOptions, Rule>> = {
  generation: oneOf(...generations),
  securityLevel: oneOf(...securityLevels),
  loopback: boolean,
  allowGitUrlInstall: boolean,
  packs: { accepts: Array.isArray, allowed: "an array of node packs" },
  rebootMs: milliseconds,
  taskMs: milliseconds,
};
const packRules: Readonly<Record<keyof NodePack, Rule>> = {
  id: nonEmptyString,
  repository: repositoryUrl,
  title: nonEmptyString,
  description: nonEmptyString,
  author: nonEmptyString,
  versions: strings,
  classes: object,
  listed: boolean,
  installed: object,
  fails: oneOf("install", "import"),
};
const installedRules: Readonly<Record<string, Rule>> = { version: nonEmptyString, enabled: boolean };

/**
 * Returns the checked value. Throws an `InvalidManagerError` if the value is invalid or one of its classes has a name
 * in `ownClasses`.
 */
export function readManager(value: unknown, ownClasses: ClassNames): ManagerOptions {
  const problems = isRecord(value)
    ? [
        ...memberProblems("", value, managerRules, ["generation", "packs"]),
        ...packsIn(value).flatMap((pack, index) => packProblems(`/packs/${index}`, pack, ownClasses)),
        ...duplicateNames(packsIn(value)),
      ]
    : [{ at: "", problem: "is not an object", allowed: "an object with generation and packs" }];
  if (problems.length > 0) throw new InvalidManagerError(problems);
  return value as ManagerOptions;
}

const packsIn = ({ packs }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(packs) ? (packs as unknown[]) : [];

/** Two node packs of one name would be installed in the same folder. */
function duplicateNames(packs: readonly unknown[]): readonly Problem[] {
  const names = packs.map((pack) =>
    isRecord(pack) && (nonEmptyString.accepts(pack["id"]) || repositoryUrl.accepts(pack["repository"]))
      ? nameOf(pack as NodePack).toLowerCase()
      : undefined,
  );
  return names.flatMap((name, index) =>
    name !== undefined && names.indexOf(name) < index
      ? [
          {
            at: `/packs/${index}`,
            problem: `has the name ${name}, which another node pack already has`,
            allowed: "another name",
          },
        ]
      : [],
  );
}

function packProblems(at: string, pack: unknown, ownClasses: ClassNames): readonly Problem[] {
  if (!isRecord(pack)) return [{ at, problem: "is not an object", allowed: "a node pack" }];
  const { id, repository, versions, installed, classes = {} } = pack;
  const isNamed = id !== undefined || repository !== undefined;
  const version = isRecord(installed) ? installed["version"] : undefined;
  const known = [...(strings.accepts(versions) ? (versions as readonly string[]) : []), "nightly", "unknown"];
  return [
    ...memberProblems(at, pack, packRules),
    ...(isNamed ? [] : [{ at, problem: "has no name", allowed: "id, repository or both" }]),
    ...(isRecord(installed) ? memberProblems(`${at}/installed`, installed, installedRules, ["version"]) : []),
    ...(typeof version === "string" && !known.includes(version)
      ? [{ at: `${at}/installed/version`, problem: found(version), allowed: known.join(", ") }]
      : []),
    ...(isRecord(classes) ? classProblems(at, classes, ownClasses) : []),
  ];
}

function classProblems(
  at: string,
  classes: Readonly<Record<string, unknown>>,
  ownClasses: ClassNames,
): readonly Problem[] {
  const withModules = Object.entries(classes).map(
    ([name, entry]) =>
      [name, isRecord(entry) ? { ...entry, python_module: "custom_nodes.pack" } : entry] as const,
  );
  try {
    readClasses(Object.fromEntries(withModules), ownClasses);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidClassesError)) throw error;
    return error.problems.map((problem) => ({ ...problem, at: `${at}/classes${problem.at}` }));
  }
}
