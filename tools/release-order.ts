// The order of publishing: a package cannot be installed before its dependencies are published.

import { sortByDependencies } from "@pictor/kernel";
import type { Workspace } from "./workspaces.js";

/** Sorts workspaces so that each follows its dependencies and peer dependencies. Throws if there is a cycle. */
export function releaseOrder<W extends Workspace>(workspaces: readonly W[]): readonly W[] {
  const byName = new Map(workspaces.map((workspace) => [workspace.manifest.name, workspace]));
  const { order, cycle } = sortByDependencies([...byName.keys()], (name) => {
    const { dependencies, peerDependencies } = byName.get(name)?.manifest ?? {};
    return Object.keys({ ...dependencies, ...peerDependencies });
  });
  if (cycle !== undefined) throw new Error(`packages depend on each other: ${cycle.join(" -> ")}`);
  return order.flatMap((name) => byName.get(name) ?? []);
}
