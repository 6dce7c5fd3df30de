// All powers of a project file: what its keys do, what its references read, and which entries of the user it replaces.

import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { referencesIn, type LocatedReference, type ProjectLayer } from "@pictor/kernel";
import { isInside } from "./inside.js";
import { powerRules } from "./power-rules.js";
import { createPower, shown, type Power } from "./power.js";

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members => (typeof value === "object" ? (value as Members) : {});

/** The values that a rule applies to, with their pointers and last keys. */
function valuesAt(layer: Members, path: string) {
  const [first = "", rest] = path.split("/");
  const found = layer[first];
  if (found === undefined) return [];
  if (rest === undefined) return [{ pointer: `/${first}`, name: first, value: found }];
  const names = rest === "*" ? Object.keys(membersOf(found)) : [rest];
  return names.flatMap((name) => {
    const value = membersOf(found)[name];
    return value === undefined ? [] : [{ pointer: `/${first}/${name}`, name, value }];
  });
}

/** The path without links, as far as it exists. */
const realPathOf = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

function referencePower({ kind, target, where }: LocatedReference, folder: string): Power {
  const user = `for ${shown(where.slice(1))}`;
  switch (kind) {
    case "$env":
      return createPower(where, `reads the environment variable ${shown(target)} ${user}`, [kind, target]);
    case "$secret":
      return createPower(where, `reads your stored secret ${shown(target)} ${user}`, [kind, target]);
    case "$token":
      return createPower(where, `sends the token of the profile ${shown(target)} ${user}`, [kind, target]);
    case "$file": {
      const path = realPathOf(resolve(folder, target));
      const isOutside = !isInside(realPathOf(folder), path);
      const text = `reads the file ${shown(path)} ${user}`;
      return createPower(where, isOutside ? `${text}, outside this folder` : text, [kind, path], {
        isNamed: isOutside,
      });
    }
  }
}

/** A section whose entries have names, and what an entry is called. */
const sections = [
  ["profiles", "auth profile"],
  ["backends", "backend"],
] as const;

/** An entry that the user's own configuration has too: the project's replaces it for this folder. */
const replacedEntries = ({ layer, lower }: ProjectLayer): readonly Power[] =>
  sections.flatMap(([section, noun]) =>
    Object.entries(layer[section] ?? {}).flatMap(([name, entry]) => {
      if (!Object.hasOwn(lower[section] ?? {}, name)) return [];
      const text = `replaces your own ${noun} ${shown(name)} in this folder`;
      const replaces = [section, name] as const;
      return [createPower(`/${section}/${name}`, text, ["replaces", entry], { isNamed: true, replaces })];
    }),
  );

/** The powers of a project file, in the order of its keys. Throws `PLUGIN_FOLDER_UNSAFE`. */
export function projectPowers(project: ProjectLayer): readonly Power[] {
  const folder = dirname(project.file);
  const layer = project.layer as Members;
  const ruled = Object.entries(powerRules).flatMap(([path, rule]) =>
    valuesAt(layer, path).flatMap(({ value, ...at }) => rule(value, { ...at, folder })),
  );
  const referenced = referencesIn(layer, "").map((reference) => referencePower(reference, folder));
  return [...ruled, ...referenced, ...replacedEntries(project)];
}
