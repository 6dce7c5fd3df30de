// Names in the configuration that nothing has: of contributions they are refused, since only a plugin could make them right;
// of entries they are noted, since a project can have the entry.

import { defaultBackends } from "@pictor/host";
import { readIds } from "@pictor/host/manifests";
import { didYouMean, fault, knownNames, type Configuration } from "@pictor/kernel";
import type { Invocation } from "../../base/invocation.js";
import { oneLine } from "../../text/plain-text.js";

type Place = Pick<Invocation, "globals"> & { readonly streams: Pick<Invocation["streams"], "env"> };

interface Named {
  /** The path of the setting. */
  readonly where: string;
  readonly name: string;
}

/** None for a value that the schema refuses. */
const namedAt = (where: string, name: unknown): readonly Named[] =>
  typeof name === "string" && name !== "" ? [{ where, name }] : [];

const storesIn = ({ secrets }: Configuration): readonly Named[] => namedAt("secrets.store", secrets?.store);

const membersOfBackends = ({ backends = {} }: Configuration, member: "kind" | "auth"): readonly Named[] =>
  Object.entries(backends).flatMap(([id, { [member]: name }]) => namedAt(`backends.${id}.${member}`, name));

const added = (before: readonly Named[], after: readonly Named[]): readonly Named[] =>
  after.filter(({ where, name }) => !before.some((one) => one.where === where && one.name === name));

/** Throws `SECRETS_STORE_UNKNOWN` or `BACKEND_KIND_UNKNOWN` for a name that `after` has and `before` has not. */
export function requireContributions(
  before: Configuration,
  after: Configuration,
  { globals, streams }: Place,
) {
  for (const { name } of added(storesIn(before), storesIn(after))) {
    const known = ["memory", ...readIds("secretStores", globals, streams.env)];
    if (!known.includes(name))
      throw fault("SECRETS_STORE_UNKNOWN", { store: name, ...knownNames(name, known) });
  }
  for (const { name, where } of added(membersOfBackends(before, "kind"), membersOfBackends(after, "kind"))) {
    const known = readIds("backends", globals, streams.env);
    if (!known.includes(name))
      throw fault("BACKEND_KIND_UNKNOWN", { kind: name, where, ...knownNames(name, known) });
  }
}

function doubtOf(noun: string, title: string, { name }: Named, known: readonly string[]): readonly string[] {
  if (known.includes(name)) return [];
  const advice = didYouMean(name, known) || ` A project with ${noun} of this name can use it.`;
  const list = known.length === 0 ? "" : ` Your ${title}s are ${known.map(oneLine).join(", ")}.`;
  return [`You have no ${title} with the name ${oneLine(name)}.${list}${advice}`];
}

function doubtOfPlugin(id: string, known: readonly string[]): readonly string[] {
  if (known.includes(id)) return [];
  const advice = didYouMean(id, known) || " `pictor plugins list` lists the plugins.";
  return [`You have no plugin with the id ${oneLine(id)}.${advice}`];
}

/** A sentence for each entry or plugin that `after` names, `before` does not, and no file of the user has. */
export function doubtsOf(
  before: Configuration,
  after: Configuration,
  { globals, streams }: Place,
): readonly string[] {
  const { backends = {}, environments = {}, profiles = {} } = after;
  const named = (key: "backend" | "environment") => (of: Configuration) => namedAt(key, of[key]);
  const one = (read: (of: Configuration) => readonly Named[]) => added(read(before), read(after));
  const allBackends = [...new Set([...Object.keys(backends), ...defaultBackends().map(({ name }) => name)])];
  const plugins = one(({ plugins: given = {} }) => Object.keys(given).map((name) => ({ where: name, name })));
  return [
    ...one(named("backend")).flatMap((name) => doubtOf("a backend", "backend", name, allBackends)),
    ...one(named("environment")).flatMap((name) =>
      doubtOf("an environment", "environment", name, Object.keys(environments)),
    ),
    ...one((of) => membersOfBackends(of, "auth")).flatMap((name) =>
      doubtOf("a profile", "profile", name, Object.keys(profiles)),
    ),
    ...plugins.flatMap(({ name }) => doubtOfPlugin(name, readIds("plugins", globals, streams.env))),
  ];
}
