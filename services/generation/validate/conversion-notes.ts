// The values of a graph that the server converts to other values.

import {
  type Catalog,
  describeValue,
  fault,
  type GraphNode,
  type InputSpec,
  type InputValue,
  type Problem,
  toProblem,
  type WorkflowDraft,
} from "@pictor/kernel";
import { unwrapLiteral } from "./check-input.js";
import { isLink } from "./check-structure.js";
import { graphLocation } from "./graph-errors.js";
import { convertLiteral, isConverted } from "./literal-values.js";

/** The value that the node gets instead of the given one; undefined if it gets the given one, or none. */
function convertedValue(given: InputValue, { type }: InputSpec): InputValue | undefined {
  if (Array.isArray(given) || !isConverted(type)) return undefined;
  const converted = convertLiteral(given, type);
  return converted === given ? undefined : converted;
}

function* notesOf(
  id: string,
  node: GraphNode,
  inputs: readonly InputSpec[],
  draft: WorkflowDraft,
): Generator<Problem> {
  for (const spec of inputs) {
    const value = node.inputs[spec.name];
    if (value === undefined || isLink(value)) continue;
    const given = unwrapLiteral(value);
    const taken = convertedValue(given, spec);
    if (taken === undefined) continue;
    const location = { node: id, classType: node.class_type, input: spec.name };
    const where = graphLocation(location, draft);
    const [found, becomes] = [describeValue(given), describeValue(taken)];
    yield toProblem(fault("GRAPH_VALUE_CONVERTED", { where, type: spec.type, found, taken: becomes }));
  }
}

/** A problem for each value that the server converts. The graph runs nevertheless. */
export const conversionNotes = (draft: WorkflowDraft, catalog: Catalog): readonly Problem[] =>
  Object.entries(draft.graph).flatMap(([id, node]) => [
    ...notesOf(id, node, catalog.get(node.class_type)?.inputs ?? [], draft),
  ]);
