// Finds the members that can run a graph, and says what the others lack.

import { lackingExtensions } from "@pictor/extensions";
import {
  describeLack,
  describeLacks,
  lacksOf,
  modelsOf,
  needsOf,
  refusedGraph,
  unionCatalog,
  type Judgement,
  type Needs,
} from "@pictor/farm";
import { nodeClassesIn, type Catalog, type PictorError, type Submission } from "@pictor/kernel/plugin";
import { poolUnreachable } from "../base/pool-unreachable.js";
import type { Member } from "../members/member.js";
import type { MemberCatalogs } from "./member-catalogs.js";

export interface Abilities {
  readonly needs: Needs;
  readonly models: readonly string[];
  readonly able: ReadonlySet<string>;
  readonly unable: readonly Judgement[];
  /** Members that have not answered, and that were never asked before. */
  readonly unknown: readonly string[];
}

/** The extensions that a member lacks or has in another version. */
async function lackingOn(
  member: Member,
  requires: Submission["requires"] = [],
  catalog: Catalog,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const facet = member.current()?.facets.extensions;
  if (requires.length === 0 || facet === undefined) return [];
  const installed = await member.call((_backend, limited) => facet.list({ signal: limited }), { signal });
  return lackingExtensions(requires, installed, catalog);
}

/** Reads the catalogs of the members for the classes of the graph, and judges each member by its own. */
export async function abilitiesOf(
  { graph, requires }: Submission,
  members: Iterable<Member>,
  catalogs: MemberCatalogs,
  signal?: AbortSignal,
): Promise<Abilities> {
  const names = nodeClassesIn(graph);
  const read = await catalogs.classesOfEach([...members], names, signal);
  const answered = read.flatMap(({ member, catalog }) =>
    catalog === undefined ? [] : [{ member, catalog }],
  );
  const union = unionCatalog(new Map(answered.map(({ member, catalog }) => [member.name, catalog])));
  const needs = needsOf(graph, union);
  const judged = await Promise.all(
    answered.map(async ({ member, catalog }): Promise<Judgement> => {
      const problems = lacksOf(needs, catalog);
      const extensions =
        problems.length > 0
          ? []
          : await lackingOn(member, requires, catalog, signal).catch((error: unknown) => {
              signal?.throwIfAborted();
              member.note(error);
              return [];
            });
      return { member: member.name, problems, lacks: [...problems.map(describeLack), ...extensions] };
    }),
  );
  return {
    needs,
    models: modelsOf(graph, union),
    able: new Set(judged.filter(({ lacks }) => lacks.length === 0).map(({ member }) => member)),
    unable: judged.filter(({ lacks }) => lacks.length > 0),
    unknown: read.filter(({ catalog }) => catalog === undefined).map(({ member }) => member.name),
  };
}

/** The error for a graph that no member can run. It is temporary if a member could not be asked. */
export function unableFault(
  pool: string,
  { graph }: Submission,
  { unable, unknown }: Abilities,
): PictorError {
  if (unknown.length === 0) return refusedGraph("member of the pool", graph, unable);
  const lacking = [...describeLacks(unable), ...unknown.map((name) => `${name} does not answer`)];
  const reason = `no member of the pool can run it: ${lacking.join("; ")}`;
  return poolUnreachable(pool, reason);
}
