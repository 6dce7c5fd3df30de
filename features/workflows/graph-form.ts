// The form of a graph: its inputs with the fields that show them, the usual ones first, the rest by their nodes.

import { isLink, nodeClassesIn } from "@pictor/kernel";
import type { Catalog, Field, Graph, SettingsSchema } from "@pictor/kernel";
import { inputSpecOf, type NodeInput } from "@pictor/workflow-parts/graph-inputs";
import { inputField } from "./input-field.js";
import { usualInputs, usualRoles, type UsualRole } from "./usual-inputs.js";

export interface FormInput extends NodeInput {
  /** `NODE.INPUT`, with which the workflow `custom` sets the input. */
  readonly path: string;
  /** The node for people: its title, that of its class, or its class; with its id where two nodes have the same. */
  readonly nodeTitle: string;
  /** Its default is the value in the graph. */
  readonly field: Field;
  readonly role?: UsualRole;
  /** Whether people change it most: it has a role, or is one of several that could have it. */
  readonly isUsual: boolean;
}

/** A value of a graph that the backend does not offer, such as a model file that it does not have. */
export interface MissingChoice {
  readonly path: string;
  readonly nodeTitle: string;
  readonly value: string;
}

export interface GraphForm {
  /** In the order of a form. Several inputs with the role `seed` have the same value. */
  readonly inputs: readonly FormInput[];
  readonly missing: readonly MissingChoice[];
  /** The node classes of the graph that the backend does not have. */
  readonly unknownClasses: readonly string[];
}

const titleOfInput = (name: string): string => {
  const words = name.replaceAll(/[._]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The titles of fields by role, which the workflows that come along use too. */
const roleTitles: Readonly<Partial<Record<UsualRole, string>>> = {
  prompt: "Prompt",
  negative: "Negative prompt",
  seed: "Seed",
  model: "Model",
  cfg: "CFG scale",
  sampler: "Sampler",
  scheduler: "Scheduler",
  batchSize: "Batch size",
};

function nodeTitles(graph: Graph, catalog: Catalog): ReadonlyMap<string, string> {
  const plain = Object.entries(graph).map(([id, { class_type: nodeClass, _meta: meta }]) => {
    const title = meta?.title ?? catalog.get(nodeClass)?.title ?? nodeClass;
    return [id, title === "" ? nodeClass : title] as const;
  });
  const counts = new Map<string, number>();
  for (const [, title] of plain) counts.set(title, (counts.get(title) ?? 0) + 1);
  return new Map(plain.map(([id, title]) => [id, (counts.get(title) ?? 0) > 1 ? `${title} (${id})` : title]));
}

const orderOf = ({ role, isUsual }: FormInput): number =>
  role === undefined ? usualRoles.length + Number(!isUsual) : usualRoles.indexOf(role);

/**
 * The graph editor writes the button that uploads a file, such as `upload` or `choose video to upload`, and the player
 * of a sound beside the inputs of such a class; no server reads them.
 */
const isOfEditor = (catalog: Catalog, nodeClass: string, input: string): boolean =>
  /\bupload$|^audioUI$/.test(input) &&
  catalog.get(nodeClass)?.inputs.some(({ upload }) => upload === true) === true;

/** `catalog` holds at least the classes of the graph that the backend has. */
export function graphForm(graph: Graph, catalog: Catalog): GraphForm {
  const titles = nodeTitles(graph, catalog);
  const all = Object.entries(graph).flatMap(([node, { inputs }]) =>
    Object.entries(inputs).flatMap(([input, value]) => (isLink(value) ? [] : [{ node, input, value }])),
  );
  const roles = usualInputs(graph, catalog, all);
  const inputs: FormInput[] = [];
  const missing: MissingChoice[] = [];
  for (const { node, input, value } of all) {
    const spec = inputSpecOf({ graph, catalog }, { node, input });
    const nodeClass = graph[node]?.class_type ?? "";
    if (spec === undefined && isOfEditor(catalog, nodeClass, input)) continue;
    const field = inputField(value, nodeClass, spec);
    if (field === undefined) continue;
    const path = `${node}.${input}`;
    const nodeTitle = titles.get(node) ?? node;
    const role = roles.get(path);
    const isMultiline = role === "prompt" || role === "negative";
    inputs.push({
      node,
      input,
      path,
      nodeTitle,
      isUsual: roles.has(path),
      field: {
        ...field,
        title: (role !== undefined && roleTitles[role]) || titleOfInput(input),
        ...(isMultiline && { format: "multiline" as const }),
      },
      ...(role !== undefined && { role }),
    });
    if (typeof value === "string" && spec?.options?.includes(value) === false && spec.options.length > 0)
      missing.push({ path, nodeTitle, value });
  }
  return {
    inputs: inputs.sort((one, other) => orderOf(one) - orderOf(other)),
    missing,
    unknownClasses: nodeClassesIn(graph).filter((name) => !catalog.has(name)),
  };
}

/**
 * The fields of a form by the paths of their inputs: the usual ones first, those without a role under the titles of
 * their nodes.
 */
export function formSchema(inputs: readonly FormInput[]): SettingsSchema {
  const properties = Object.fromEntries(
    inputs.map(({ path, nodeTitle, field, role, isUsual }) => [
      path,
      {
        ...field,
        ...(role === undefined && { "x-group": nodeTitle }),
        ...(!isUsual && { "x-advanced": true as const }),
      },
    ]),
  );
  return { type: "object", properties, "x-order": inputs.map(({ path }) => path) };
}
