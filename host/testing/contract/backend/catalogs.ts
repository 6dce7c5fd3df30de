// The rules about the catalog: it is the same each time, and it has the choices that settings need.

import { stringifyJson, type Catalog } from "@pictor/kernel";
import { optionSources } from "../option-sources.js";
import { builtinPlugins } from "../builtin-plugins.js";
import { readManifest } from "../read-manifest.js";
import { backendRule, type Bench } from "./bench.js";
import { takesGraphs } from "./submissions.js";

const textOf = (catalog: Catalog, name: string): string => stringifyJson(catalog.get(name) ?? null);

async function isStable(bench: Bench): Promise<undefined> {
  const { backend } = bench;
  const first = await bench.within("catalog()", backend.catalog());
  const second = await bench.within("catalog()", backend.catalog({ refresh: true }));
  const changed = [...new Set([...first.keys(), ...second.keys()])].find(
    (name) => textOf(first, name) !== textOf(second, name),
  );
  if (changed !== undefined)
    throw new Error(
      `two calls of catalog() describe the class ${changed} in two ways, although nothing has changed`,
    );
  for (const name of [...first.keys()].slice(0, 3)) {
    const selected = await bench.within("catalog({ classes })", backend.catalog({ classes: [name] }));
    if (textOf(selected, name) !== textOf(first, name))
      throw new Error(
        `catalog({ classes: ["${name}"] }) describes the class in another way than catalog(), or leaves it out`,
      );
  }
  return undefined;
}

/** The settings of the workflows that the kind supports, with the node inputs that have their choices. */
async function hasChoices(bench: Bench): Promise<string | undefined> {
  const { backend, kind } = bench;
  if (takesGraphs(kind)) return `the kind ${kind.id} runs graphs, whose classes are checked before each run`;
  const { workflows = [], settings } = kind.supports ?? {};
  const known = builtinPlugins("workflow", "").flatMap(
    (folder) => readManifest(folder).contributes?.workflows ?? [],
  );
  const catalog = await bench.within("catalog()", backend.catalog());
  for (const { id, params } of known.filter((workflow) => workflows.includes(workflow.id)))
    for (const { setting, from } of optionSources(params)) {
      if (!params.required?.includes(setting) || settings?.includes(setting) === false) continue;
      const options = catalog.get(from.class)?.inputs.find(({ name }) => name === from.input)?.options;
      if (options === undefined || options.length === 0)
        throw new Error(
          `the setting ${setting} of ${id} takes its choices from ${from.class}.${from.input}, of which catalog() has no options`,
        );
    }
  return undefined;
}

export const catalogRules = [
  backendRule("catalog", "has a catalog that is the same each time", isStable),
  backendRule("choices", "has the choices of the settings that it supports", hasChoices),
];
