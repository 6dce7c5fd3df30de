// All powers of a project file: the effects of its keys, the values that its references and variables read, and the
// entries of the user that it replaces.

import { dirname, isAbsolute, resolve } from "node:path";
import {
  jsonPointer,
  realPathOfExisting,
  referenceOf,
  referencesIn,
  variableNames,
  type ProjectLayer,
} from "@pictor/kernel";
import { isInside } from "./inside.js";
import { linkPowers } from "./link-powers.js";
import { lockPowers } from "./lock-powers.js";
import { npmPluginFolders } from "./npm-plugins.js";
import { packagePowers } from "./plugin-folders.js";
import { isNetworkPath } from "./network-path.js";
import { powerRules } from "./power-rules.js";
import { createPower, ownerOf, type Power, type RuleContext } from "./power.js";
import { quoteValue } from "./shown.js";

type Members = Readonly<Record<string, unknown>>;
type Found = Pick<RuleContext, "pointer" | "name"> & { readonly value: unknown };

const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null ? (value as Members) : {};

/** The values of a project file to which a rule applies, with their pointers. */
function valuesAt(layer: Members, path: string): readonly Found[] {
  const [first = "", rest] = path.split("/");
  const found = layer[first];
  if (found === undefined) return [];
  if (rest === undefined) return [{ pointer: `/${first}`, name: first, value: found }];
  const names = rest === "*" ? Object.keys(membersOf(found)) : [rest];
  return names.flatMap((name) => {
    const value = membersOf(found)[name];
    return value === undefined ? [] : [{ pointer: jsonPointer(first, name), name, value }];
  });
}

/** The powers of the references in a value. Profiles, secrets and files of the user are named. */
const referencePowers = (
  { value, pointer }: Found,
  context: Pick<RuleContext, "folder" | "layer" | "lower">,
) =>
  referencesIn(value, pointer).map(({ kind, target, where }): Power => {
    const user = `for ${quoteValue(where.slice(1))}`;
    switch (kind) {
      case "$env":
        return createPower(where, `reads the environment variable ${quoteValue(target)} ${user}`, () => [
          kind,
          target,
        ]);
      case "$secret": {
        const text = `reads your stored secret ${quoteValue(target)} ${user}`;
        return createPower(where, text, () => [kind, target], { isNamed: true });
      }
      case "$token": {
        const owner = ownerOf("profiles", target, context);
        const text = `sends the token of ${owner === "user" ? "your" : "the"} profile ${quoteValue(target)} ${user}`;
        return createPower(where, text, () => [kind, target, owner], { isNamed: owner === "user" });
      }
      case "$file": {
        const given = resolve(context.folder, target);
        const path = isNetworkPath(target) ? target : realPathOfExisting(given);
        const isOutside = !isInside(context.folder, path);
        const text = `reads the file ${quoteValue(path)} ${user}`;
        const whole = isOutside ? `${text}, outside this folder` : text;
        return createPower(where, whole, () => [kind, path], { isNamed: isOutside });
      }
    }
  });

/** The texts in a value, without those in references. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === "string"
    ? [value]
    : referenceOf(value) === undefined
      ? Object.values(membersOf(value)).flatMap(textsIn)
      : [];

/** The powers of the variables in a value: a variable may belong to the user, and be secret. */
const variablePowers = (
  { value, pointer }: Found,
  { lower }: Pick<RuleContext, "lower">,
): readonly Power[] => {
  const names = [...new Set(textsIn(value).flatMap(variableNames))];
  const own = Object.values(lower.environments ?? {});
  return names.map((name) => {
    const isUsers = own.some((environment) => Object.hasOwn(environment, name));
    const text = `fills ${isUsers ? "your variable" : "the variable"} ${quoteValue(name)} into ${quoteValue(pointer.slice(1))}`;
    return createPower(`${pointer}/{{${name}}}`, text, () => [name, isUsers], { isNamed: isUsers });
  });
};

/** The sections of the configuration with named entries, each with the noun for an entry in messages. */
const sections = [
  ["environments", "environment"],
  ["profiles", "auth profile"],
  ["backends", "backend"],
] as const;

/** The powers of the entries of a project that replace entries of the user in its folder. */
const replacedEntries = ({ layer, lower }: ProjectLayer): readonly Power[] =>
  sections.flatMap(([section, noun]) =>
    Object.entries(layer[section] ?? {}).flatMap(([name, entry]) => {
      if (!Object.hasOwn(lower[section] ?? {}, name)) return [];
      const text = `replaces your own ${noun} ${quoteValue(name)} in this folder`;
      const replaces = [section, name] as const;
      return [
        createPower(jsonPointer(section, name), text, () => ["replaces", entry], { isNamed: true, replaces }),
      ];
    }),
  );

/**
 * The default folder of outputs, which may be a link; empty if the project names a folder, or the user an absolute one.
 */
function defaultOutputs({ layer, lower }: ProjectLayer): Members {
  const { directory = "" } = lower.outputs ?? {};
  return layer.outputs?.directory === undefined && !isAbsolute(directory) ? { outputs: { directory } } : {};
}

/** The default folder of wildcards: a link of the project may lead to files of the user. */
function defaultWildcards(folder: string): readonly Power[] {
  if (isInside(folder, "wildcards")) return [];
  const target = realPathOfExisting(resolve(folder, "wildcards"));
  const text = `reads wildcards in ${quoteValue(target)}, outside this folder`;
  return [createPower("/wildcards", text, () => target, { isNamed: true })];
}

const folderKeys: ReadonlySet<string> = new Set(["/outputs/directory", "/pluginDirectories"]);

/** The powers of a project; the most dangerous is last. Throws `PLUGIN_FOLDER_UNSAFE`. */
export function projectPowers(project: ProjectLayer): readonly Power[] {
  const { layer, lower } = project;
  const context = { folder: dirname(project.file), layer, lower };
  const values = { ...layer, ...defaultOutputs(project) } as Members;
  const found = Object.entries(powerRules).map(([path, rule]) => [valuesAt(values, path), rule] as const);
  const read = Object.keys(powerRules).flatMap((path) => valuesAt(layer as Members, path));
  return [
    ...read.flatMap((value) => variablePowers(value, context)),
    ...read.flatMap((value) => referencePowers(value, context)),
    ...replacedEntries(project),
    ...defaultWildcards(context.folder),
    ...lockPowers(context.folder),
    ...packagePowers(npmPluginFolders(context.folder), context.folder),
    ...found.flatMap(([all, rule]) =>
      all.flatMap(({ value, ...at }) => {
        const powers = rule(value, { ...at, ...context });
        // The rules of folders show where their links lead themselves.
        const hasOwn = powers.length === 0 || folderKeys.has(at.pointer);
        return [...(hasOwn ? [] : linkPowers(textsIn(value), context.folder, at.pointer)), ...powers];
      }),
    ),
  ];
}
