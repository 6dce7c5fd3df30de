// The owners of prompts as a status lists them. An empty name stands for prompts that name no owner. Pure.

import type { OwnerStatus } from "@pictor/kernel/plugin";

/** How many prompts each owner has, given the owner of each prompt. */
export function countByOwner(owners: Iterable<string | undefined>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const owner of owners) counts.set(owner ?? "", (counts.get(owner ?? "") ?? 0) + 1);
  return counts;
}

export interface OwnerCounts {
  /** How many prompts of each owner wait. */
  readonly waiting: ReadonlyMap<string, number>;
  readonly running: ReadonlyMap<string, number>;
  /** The owners that a person has paused, who need not have a prompt. */
  readonly paused: ReadonlySet<string>;
}

/** The owners in the order of `waiting`; then those whose prompts only run, and those that are paused. */
export const ownerStatuses = ({ waiting, running, paused }: OwnerCounts): readonly OwnerStatus[] =>
  [...new Set([...waiting.keys(), ...running.keys(), ...paused])].map((owner) => ({
    ...(owner !== "" && { owner }),
    waiting: waiting.get(owner) ?? 0,
    running: running.get(owner) ?? 0,
    ...(paused.has(owner) && { isPaused: true }),
  }));
