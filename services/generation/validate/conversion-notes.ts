// The values of a graph that the server converts to other values, or leaves out, and those that its classes do not list.

import {
  isLink,
  type Catalog,
  describeValue,
  fault,
  isRecord,
  type GraphNode,
  type InputSpec,
  type InputValue,
  type NodeClass,
  type Problem,
  problemFor,
  type WorkflowDraft,
} from "@pictor/kernel";
import { activeInputs, isListed, isUncheckedChoice } from "./active-inputs.js";
import { unwrapLiteral } from "./check-input.js";
import { graphLocation } from "./graph-errors.js";
import { listOptions } from "./list-options.js";
import { maxProblems } from "./suggestions.js";
import { convertLiteral, isConverted, isSameChoice } from "./literal-values.js";

const isWhole = (value: unknown): value is number | bigint =>
  typeof value === "bigint" || Number.isSafeInteger(value);

/**
 * The value that the node gets instead of the given value; undefined if the server does not convert the given value, or
 * refuses it.
 */
function convertedValue(given: InputValue, { type }: InputSpec): InputValue | undefined {
  if (Array.isArray(given) || !isConverted(type)) return undefined;
  const converted = convertLiteral(given, type);
  return converted === given ? undefined : converted;
}

/**
 * The whole numbers below and above the given one that the editor offers; undefined if it offers the given one. It offers the
 * default, and every number that is some steps away from it.
 */
function offeredAround(
  given: InputValue,
  { type, widget, default: usual, min = 0 }: InputSpec,
): { readonly below: string; readonly above: string } | undefined {
  if (type !== "INT" || !isWhole(given) || !isWhole(widget?.step)) return undefined;
  const step = BigInt(widget.step);
  const base = BigInt(isWhole(usual) ? usual : Math.trunc(Number(min)));
  const remainder = (BigInt(given) - base) % step;
  if (remainder === 0n) return undefined;
  const below = BigInt(given) - (remainder < 0n ? remainder + step : remainder);
  return { below: String(below), above: String(below + step) };
}

/**
 * Whether an input that the class does not list is meant to be there: extensions number inputs that grow in the editor, and
 * editors submit buttons, and values of their own under names with an underscore.
 */
function isExpected(input: string, value: InputValue | undefined, { module }: NodeClass): boolean {
  if (input.startsWith("_") || value === "" || (input === "upload" && value === "image")) return true;
  if (module?.startsWith("custom_nodes.") !== true) return false;
  return /\d$/.test(input) || (isRecord(value) && Object.keys(value).every((name) => name === "type"));
}

/** What the graph has instead of a choice that the server does not check; undefined if it has one that is offered. */
function leftOut(value: InputValue | undefined, { options = [], required }: InputSpec): string | undefined {
  if (value === undefined) return required ? "nothing" : undefined;
  if (isLink(value)) return "a link";
  const given = unwrapLiteral(value);
  return options.some((option) => isSameChoice(given, option)) ? undefined : describeValue(given);
}

function* notesOf(id: string, node: GraphNode, known: NodeClass, draft: WorkflowDraft): Generator<Problem> {
  const { inputs } = known;
  const newer = known.replacedBy;
  if (newer !== undefined) {
    const where = graphLocation({ node: id, classType: node.class_type }, draft);
    yield problemFor(fault("GRAPH_CLASS_REPLACED", { where, newer }));
  }
  for (const input of Object.keys(node.inputs)) {
    if (isListed(input, inputs) || isExpected(input, node.inputs[input], known)) continue;
    const where = graphLocation({ node: id, classType: node.class_type, input }, draft);
    const [found, effect] = isLink(node.inputs[input])
      ? ["a link", "the node fails unless its code takes it"]
      : ["a value", "the node runs without it unless its code takes it"];
    yield problemFor(fault("GRAPH_INPUT_UNLISTED", { where, class: node.class_type, found, effect }));
  }
  for (const spec of activeInputs(inputs, node)) {
    const value = node.inputs[spec.name];
    const location = { node: id, classType: node.class_type, input: spec.name };
    const where = graphLocation(location, draft);
    const instead = isUncheckedChoice(spec) ? leftOut(value, spec) : undefined;
    if (instead !== undefined) {
      const allowed = listOptions(spec.options ?? [], value);
      const effect = spec.required
        ? "the node fails unless its code does without it"
        : "the node runs without it";
      yield problemFor(fault("GRAPH_CHOICE_LEFT_OUT", { where, found: instead, allowed, effect }));
    }
    if (value === undefined || isLink(value)) continue;
    const given = unwrapLiteral(value);
    const found = describeValue(given);
    const taken = convertedValue(given, spec);
    if (taken !== undefined) {
      const becomes = describeValue(taken);
      yield problemFor(fault("GRAPH_VALUE_CONVERTED", { where, type: spec.type, found, taken: becomes }));
    }
    const offered = offeredAround(taken ?? given, spec);
    if (offered !== undefined)
      yield problemFor(fault("GRAPH_VALUE_BETWEEN_STEPS", { where, found, ...offered }));
  }
}

/** A note that names the nodes that run at another company and cost credits. */
function partnerNote({ graph }: WorkflowDraft, catalog: Catalog): readonly Problem[] {
  const nodes = Object.entries(graph).flatMap(([id, { class_type: name }]) =>
    catalog.get(name)?.partner === true ? [`${id} (${name})`] : [],
  );
  if (nodes.length === 0) return [];
  return [problemFor(fault("GRAPH_PARTNER_NODES", { nodes: listOptions(nodes, "") }))];
}

/**
 * A problem for each of the first values that the server converts or leaves out, or that their class does not list. The
 * graph runs nevertheless.
 */
export function conversionNotes(draft: WorkflowDraft, catalog: Catalog): readonly Problem[] {
  const notes: Problem[] = [...partnerNote(draft, catalog)];
  for (const [id, node] of Object.entries(draft.graph)) {
    const known = catalog.get(node.class_type);
    if (known !== undefined) notes.push(...notesOf(id, node, known, draft));
    if (notes.length >= maxProblems) break;
  }
  return notes;
}
