// The order in which packages are published: nobody can install a package whose dependencies are still missing.

import { sortByDependencies } from "@pictor/kernel";
import type { Workspace } from "./workspaces.js";

/** Sorts workspaces so that each follows those that its users install with it. Throws when there is a cycle. */
export function releaseOrder<W extends Workspace>(workspaces: readonly W[]): readonly W[] {
  const byName = new Map(workspaces.map((workspace) => [workspace.manifest.name, workspace]));
  const { order, cycle } = sortByDependencies([...byName.keys()], (name) => {
    const { dependencies, peerDependencies } = byName.get(name)?.manifest ?? {};
    return Object.keys({ ...dependencies, ...peerDependencies });
  });
  if (cycle !== undefined) throw new Error(`packages depend on each other: ${cycle.join(" -> ")}`);
  return order.flatMap((name) => byName.get(name) ?? []);
}
