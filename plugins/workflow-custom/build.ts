// Phase prepare: the whole graph of a file, with the settings put into it.

import type {
  BuildContext,
  Catalog,
  Graph,
  Params,
  PluginContext,
  WorkflowDraft,
} from "@pictor/kernel/plugin";
import { withBindings } from "./bind/bindings.js";
import { promptPlace } from "./bind/prompts.js";
import { ownSeed, seedPlaces } from "./bind/seeds.js";
import { withPrompt, withSeed } from "./bind/settings.js";
import { isLink } from "./bind/types.js";
import { noOutput } from "./faults.js";
import { readSource } from "./read-source.js";
import type { CustomParams } from "./settings.gen.js";
import { take } from "./take.js";

/** Where no class that is known makes a file, an unknown one at the end may: an extension can still bring it. */
function outputsOf(graph: Graph, catalog: Catalog): readonly string[] {
  const nodes = Object.entries(graph);
  const known = nodes.flatMap(([id, { class_type: name }]) =>
    catalog.get(name)?.isOutput === true ? [id] : [],
  );
  if (known.length > 0) return known;
  const sources = new Set(
    nodes.flatMap(([, { inputs }]) =>
      Object.values(inputs).flatMap((value) => (isLink(value) ? [value[0]] : [])),
    ),
  );
  return nodes.flatMap(([id, node]) => (catalog.has(node.class_type) || sources.has(id) ? [] : [id]));
}

function textOn(side: "positive" | "negative", graph: Graph, catalog: Catalog): string {
  const found = promptPlace(side, { graph, catalog });
  return found.found ? found.text : "";
}

/** Gives the handler of the phase; the plugin's permission `files` reads the graph and what it is bound to. */
export const prepareWith =
  ({ files, logger }: Pick<PluginContext, "files" | "logger">) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    if (files === undefined) throw new TypeError("the permission files is missing");
    const { graph: file, prompt, negative, bindings = {} } = context.params as CustomParams;
    const { signal, seed, isSeedGiven, batch } = context;
    const isVaried = isSeedGiven || batch.count > 1;
    const source = await readSource(await files.input(file, signal), file);
    const catalog = await context.catalog();
    const own = (graph: Graph): bigint => ownSeed({ graph }, seedPlaces({ graph, catalog })) ?? seed;

    const taken = take(source, catalog, file, isVaried ? () => seed : own);
    for (const note of batch.index === 0 ? taken.notes : []) logger.info(note);
    const start = { graph: taken.graph, origins: draft.origins, inputs: draft.inputs };
    const binding = { file, catalog, shown: taken.shown, files, signal };
    const named = await withBindings(start, bindings as Params, binding);
    const positive = withPrompt(named, catalog, "positive", prompt);
    const prompted = withPrompt(positive, catalog, "negative", negative);
    const bound = isVaried ? withSeed(prompted, catalog, seed, isSeedGiven) : prompted;
    const { graph } = bound;
    const outputs = outputsOf(graph, catalog);
    if (outputs.length === 0) throw noOutput(file);
    return {
      ...draft,
      ...bound,
      // Also for a graph without any: made again, it is given none either.
      ...(!isVaried && { seed: own(graph) }),
      written: { positive: textOn("positive", graph, catalog), negative: textOn("negative", graph, catalog) },
      outputs,
      requires: [...draft.requires, ...taken.requires],
    };
  };
