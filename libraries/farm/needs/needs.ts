// What a graph needs of a server: node classes, and values of choices that not every server offers. Pure.

import { nodeClassesIn, type Catalog, type Graph, type InputSpec } from "@pictor/kernel/plugin";
import { namesModel, isPatch, isServerChoice } from "./model-inputs.js";

/** A value of a choice that the server has to offer, such as the name of a model file. */
export interface ChoiceNeed {
  readonly class: string;
  readonly input: string;
  readonly value: string;
}

/** All lists are sorted and without duplicates, so that equal needs are equal as JSON. */
export interface Needs {
  readonly classes: readonly string[];
  readonly choices: readonly ChoiceNeed[];
}

/** Whether every server that has the class certainly offers the value. */
function isCommon({ options = [], optionMembers }: InputSpec, value: string): boolean {
  const isOption = options.some((option) => String(option) === value);
  return isOption && (optionMembers === undefined || !Object.hasOwn(optionMembers, value));
}

const sortedUnique = (texts: Iterable<string>): readonly string[] => [...new Set(texts)].sort();

/** The choices of a graph: each input that is a choice of the server, with its value. */
function choicesOf(
  graph: Graph,
  catalog: Catalog,
): readonly (ChoiceNeed & { readonly spec: InputSpec; readonly isPatch: boolean })[] {
  return Object.values(graph).flatMap(({ class_type, inputs }) => {
    const nodeClass = catalog.get(class_type);
    if (nodeClass === undefined) return [];
    return nodeClass.inputs.flatMap((spec) => {
      const value = inputs[spec.name];
      if (typeof value !== "string" || !isServerChoice(spec)) return [];
      return [{ class: class_type, input: spec.name, value, spec, isPatch: isPatch(nodeClass) }];
    });
  });
}

/**
 * The needs of a graph. `catalog` is that of all servers together (`unionCatalog`), or of one of them. Choices that
 * every server has, such as the name of a common sampler, are left out, and so are the names of uploaded files.
 */
export function needsOf(graph: Graph, catalog: Catalog): Needs {
  const choices = choicesOf(graph, catalog)
    .filter(({ spec, value }) => namesModel(spec, value) || !isCommon(spec, value))
    .map(({ class: name, input, value }) => JSON.stringify([name, input, value]));
  return {
    classes: sortedUnique(nodeClassesIn(graph)),
    choices: sortedUnique(choices).map((text) => {
      const [name = "", input = "", value = ""] = JSON.parse(text) as readonly string[];
      return { class: name, input, value };
    }),
  };
}

/**
 * The model files that a server has to load for a graph, sorted. Files that only change another model, such as LoRAs, are
 * not among them.
 */
export const modelsOf = (graph: Graph, catalog: Catalog): readonly string[] =>
  sortedUnique(
    choicesOf(graph, catalog)
      .filter(({ spec, value, isPatch: patches }) => !patches && namesModel(spec, value))
      .map(({ value }) => value),
  );

/** The key of a list of model files, for comparisons and maps: no name of a file contains the character 0. */
export const modelsKey = (models: readonly string[]): string => models.join("\0");
