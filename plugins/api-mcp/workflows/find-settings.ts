// Finds a workflow or a feature by its id, or says which ids there are.

import type { Client, Feature, Workflow } from "@pictor/client";
import { thingUnknown } from "../faults.js";

type Calls = Client["calls"];

function find<Thing extends { readonly id: string }>(
  kind: "feature" | "workflow",
  id: string,
  things: readonly Thing[],
): Thing {
  const found = things.find((thing) => thing.id === id);
  if (found !== undefined) return found;
  const ids = things.map((thing) => thing.id);
  throw thingUnknown(kind, id, ids);
}

/** Rejects with `MCP_THING_UNKNOWN`. */
export const findWorkflow = async (calls: Calls, id: string): Promise<Workflow> =>
  find("workflow", id, (await calls.listWorkflows()).workflows);

/** Rejects with `MCP_THING_UNKNOWN`. */
export const findFeature = async (calls: Calls, id: string): Promise<Feature> =>
  find("feature", id, (await calls.listFeatures()).features);
