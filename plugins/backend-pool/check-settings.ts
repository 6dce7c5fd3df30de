// Checks the names in the settings against each other, which their schema cannot.

import { didYouMean, fault, type PictorError } from "@pictor/kernel/plugin";
import type { PoolSettings } from "./settings.gen.js";

/** Throws `SETTINGS_INVALID` for a member that is named twice, and for a name that is no member. */
export function checkSettings({ members, weights, capacities, drained }: PoolSettings, name: string): void {
  const invalid = (pointer: string, expected: string, found: string): PictorError =>
    fault("SETTINGS_INVALID", {
      where: `backends/${name}`,
      pointer,
      expected,
      found: JSON.stringify(found),
      suggestion: didYouMean(found, members),
    });
  for (const [index, member] of members.entries()) {
    if (members.indexOf(member) < index)
      throw invalid(`/members/${index}`, "a name that is not in the list already", member);
    if (member === name) throw fault("BACKEND_CYCLE", { backend: name, path: `${name} -> ${name}` });
  }
  const expected = `one of the members (${members.join(", ")})`;
  for (const [index, { member }] of weights.entries())
    if (!members.includes(member)) throw invalid(`/weights/${index}/member`, expected, member);
  for (const [index, { member }] of capacities.entries())
    if (!members.includes(member)) throw invalid(`/capacities/${index}/member`, expected, member);
  for (const [index, member] of drained.entries())
    if (!members.includes(member)) throw invalid(`/drained/${index}`, expected, member);
}
