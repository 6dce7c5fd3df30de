// Builds the catalog of a server: all its node classes by name.
import type { NodeDefinition, NodeLibrary } from "@pictor/comfyui-graph";
import type { ExtraClasses } from "./extra-classes.js";
import { passThroughNode } from "./pass-through.js";

export type Catalog = ReadonlyMap<string, NodeDefinition>;

export function catalogOf(nodes: NodeLibrary | undefined, classes: ExtraClasses = {}): Catalog {
  const extra = Object.entries(classes).map(([name, entry]) => [name, passThroughNode(name, entry)] as const);
  return new Map([...(nodes?.classes ?? []), ...extra]);
}
