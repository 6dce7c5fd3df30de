// Finds conflicts between manifests: duplicate ids, duplicate contributions, missing requirements, cycles.

import satisfies from "semver/functions/satisfies.js";
import { fault } from "../base/errors/error-catalog.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import { sortByDependencies } from "../authoring/topology.js";
import type { Candidate } from "./candidate.js";
import { contributionKinds } from "./contribution-nouns.js";

/** A problem, and the plugin that it makes unusable. */
export interface Conflict {
  readonly candidate: Candidate;
  readonly problem: PictorError;
  readonly state: "failed" | "disabled";
}

const failedBy = (candidate: Candidate, problem: PictorError): Conflict => ({
  candidate,
  problem,
  state: "failed",
});

function duplicateIds(candidates: readonly Candidate[]): readonly Conflict[] {
  return candidates.flatMap((candidate, index) => {
    const first = candidates.slice(0, index).find(({ manifest }) => manifest.id === candidate.manifest.id);
    if (first === undefined) return [];
    const details = { id: candidate.manifest.id, first: first.found.file, second: candidate.found.file };
    return [failedBy(candidate, fault("PLUGIN_ID_TWICE", details))];
  });
}

function duplicateContributions(candidates: readonly Candidate[]): readonly Conflict[] {
  const owners = new Map<string, Candidate>();
  const conflicts: Conflict[] = [];
  for (const candidate of candidates) {
    for (const kind of contributionKinds) {
      const entries = candidate.manifest.contributes?.[kind] ?? [];
      // Two APIs must not have the same prefix.
      const ids = entries.flatMap((entry) =>
        "prefix" in entry ? [entry.id, String(entry.prefix)] : [entry.id],
      );
      for (const id of ids) {
        const first = owners.get(`${kind} ${id}`);
        if (first === undefined) owners.set(`${kind} ${id}`, candidate);
        else {
          const details = { kind, id, first: first.found.file, second: candidate.found.file };
          conflicts.push(failedBy(candidate, fault("CONTRIBUTION_TWICE", details)));
        }
      }
    }
  }
  return conflicts;
}

function unmetRequirements(
  candidate: Candidate,
  usable: ReadonlyMap<string, Candidate>,
): readonly Conflict[] {
  const { manifest, found } = candidate;
  return Object.entries(manifest.requires?.plugins ?? {}).flatMap(([needed, range]) => {
    const other = usable.get(needed);
    if (other !== undefined && satisfies(other.manifest.version, range)) return [];
    const what =
      other === undefined
        ? "which is not installed or cannot be used"
        : `but found ${other.manifest.version}`;
    const details = { file: found.file, id: manifest.id, needed, range, found: what };
    return [{ candidate, problem: fault("PLUGIN_REQUIRES_MISSING", details), state: "disabled" as const }];
  });
}

/** Disables every plugin that requires an unusable one, and then the plugins that require that one. */
function missingRequirements(candidates: readonly Candidate[]): readonly Conflict[] {
  const usable = new Map(candidates.map((candidate) => [candidate.manifest.id, candidate]));
  const conflicts: Conflict[] = [];
  for (;;) {
    const next = [...usable.values()].flatMap((candidate) => unmetRequirements(candidate, usable));
    if (next.length === 0) return conflicts;
    conflicts.push(...next);
    for (const { candidate } of next) usable.delete(candidate.manifest.id);
  }
}

/** Finds every cycle: removes the plugins of one cycle and repeats the search. */
function requirementCycles(candidates: readonly Candidate[]): readonly Conflict[] {
  const byId = new Map(candidates.map((candidate) => [candidate.manifest.id, candidate]));
  const result = sortByDependencies([...byId.keys()], (id) =>
    Object.keys(byId.get(id)?.manifest.requires?.plugins ?? {}),
  );
  if (result.cycle === undefined) return [];
  const { cycle } = result;
  const problem = fault("PLUGIN_CYCLE", { path: cycle.join(" -> ") });
  const isInside = ({ manifest }: Candidate): boolean => cycle.includes(manifest.id);
  const inside = candidates.filter(isInside).map((candidate) => failedBy(candidate, problem));
  return [...inside, ...requirementCycles(candidates.filter((candidate) => !isInside(candidate)))];
}

/** All conflicts between manifests. A plugin with a conflict in one check is left out of the later checks. */
export function checkConflicts(candidates: readonly Candidate[]): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  let rest = candidates;
  for (const check of [duplicateIds, duplicateContributions, requirementCycles, missingRequirements]) {
    const found = check(rest);
    conflicts.push(...found);
    const excluded = new Set(found.map(({ candidate }) => candidate));
    rest = rest.filter((candidate) => !excluded.has(candidate));
  }
  return conflicts;
}
