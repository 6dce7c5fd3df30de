// What is wrong with manifests beside each other: one id twice, one contribution twice, requirements, circles.

import satisfies from "semver/functions/satisfies.js";
import { fault } from "../base/errors/error-catalog.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import { sortByDependencies } from "../base/topology.js";
import type { Candidate } from "./candidate.js";

const contributionKinds = ["authSchemes", "workflows", "features", "backends", "secretStores"] as const;

/** A problem and the plugin that cannot be used because of it. */
export interface Conflict {
  readonly candidate: Candidate;
  readonly problem: PictorError;
  readonly state: "failed" | "disabled";
}

const fail = (candidate: Candidate, problem: PictorError): Conflict => ({
  candidate,
  problem,
  state: "failed",
});

function sameIds(candidates: readonly Candidate[]): readonly Conflict[] {
  return candidates.flatMap((candidate, index) => {
    const first = candidates.slice(0, index).find(({ manifest }) => manifest.id === candidate.manifest.id);
    if (first === undefined) return [];
    const details = { id: candidate.manifest.id, first: first.found.file, second: candidate.found.file };
    return [fail(candidate, fault("PLUGIN_ID_TWICE", details))];
  });
}

function sameContributions(candidates: readonly Candidate[]): readonly Conflict[] {
  const owners = new Map<string, Candidate>();
  const blames: Conflict[] = [];
  for (const candidate of candidates) {
    for (const kind of contributionKinds) {
      for (const { id } of candidate.manifest.contributes?.[kind] ?? []) {
        const first = owners.get(`${kind} ${id}`);
        if (first === undefined) owners.set(`${kind} ${id}`, candidate);
        else {
          const details = { kind, id, first: first.found.file, second: candidate.found.file };
          blames.push(fail(candidate, fault("CONTRIBUTION_TWICE", details)));
        }
      }
    }
  }
  return blames;
}

function requirementsOf(candidate: Candidate, usable: ReadonlyMap<string, Candidate>): readonly Conflict[] {
  const { manifest, found } = candidate;
  return Object.entries(manifest.requires?.plugins ?? {}).flatMap(([needed, range]) => {
    const other = usable.get(needed);
    if (other !== undefined && satisfies(other.manifest.version, range)) return [];
    const what =
      other === undefined ? "which is not there or cannot be used" : `found ${other.manifest.version}`;
    const details = { file: found.file, id: manifest.id, needed, range, found: what };
    return [{ candidate, problem: fault("PLUGIN_REQUIRES_MISSING", details), state: "disabled" as const }];
  });
}

/** Disables what needs an unusable plugin, and then what needs that, by name. */
function missingRequirements(candidates: readonly Candidate[]): readonly Conflict[] {
  const usable = new Map(candidates.map((candidate) => [candidate.manifest.id, candidate]));
  const blames: Conflict[] = [];
  for (;;) {
    const next = [...usable.values()].flatMap((candidate) => requirementsOf(candidate, usable));
    if (next.length === 0) return blames;
    blames.push(...next);
    for (const { candidate } of next) usable.delete(candidate.manifest.id);
  }
}

/** Every circle: the plugins of one found are taken out, and the rest is looked at again. */
function circles(candidates: readonly Candidate[]): readonly Conflict[] {
  const byId = new Map(candidates.map((candidate) => [candidate.manifest.id, candidate]));
  const result = sortByDependencies([...byId.keys()], (id) =>
    Object.keys(byId.get(id)?.manifest.requires?.plugins ?? {}),
  );
  if (result.cycle === undefined) return [];
  const { cycle } = result;
  const problem = fault("PLUGIN_CYCLE", { path: cycle.join(" -> ") });
  const isInside = ({ manifest }: Candidate): boolean => cycle.includes(manifest.id);
  const inside = candidates.filter(isInside).map((candidate) => fail(candidate, problem));
  return [...inside, ...circles(candidates.filter((candidate) => !isInside(candidate)))];
}

/** All problems that manifests have with each other; what is blamed by an early check is left out of the later ones. */
export function checkConflicts(candidates: readonly Candidate[]): readonly Conflict[] {
  const blames: Conflict[] = [];
  let rest = candidates;
  for (const check of [sameIds, sameContributions, circles, missingRequirements]) {
    const found = check(rest);
    blames.push(...found);
    const blamed = new Set(found.map(({ candidate }) => candidate));
    rest = rest.filter((candidate) => !blamed.has(candidate));
  }
  return blames;
}
