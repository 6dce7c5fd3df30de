// Handles the phase prepare: the draft becomes the graph of a file, with the settings applied to it.

import { linkedNodeIds, problemFor, requireWithin } from "@pictor/kernel/plugin";
import type {
  BuildContext,
  Catalog,
  Graph,
  Params,
  PluginContext,
  WorkflowDraft,
} from "@pictor/kernel/plugin";
import {
  findPromptInput,
  findSeedInputs,
  graphSeed,
  type PromptSide,
} from "@pictor/workflow-parts/graph-inputs";
import { applyBindings } from "../bind/apply-bindings.js";
import { applyPrompt, applySeed, bindingsOfEverySeed } from "../bind/apply-settings.js";
import { usedModelFiles } from "../editor/read-model-files.js";
import { noOutput, seedBound, valuesLeftOut } from "../faults.js";
import type { CustomParams } from "../settings.gen.js";
import { classesOf, nodeCount, readGraphSource } from "./read-graph-source.js";
import { toApiGraph } from "./to-api-graph.js";

/**
 * The nodes of output classes. If there are none, the nodes of unknown classes that no other node uses: one of them may
 * be an output of an extension that is not installed yet.
 */
function outputsOf(graph: Graph, catalog: Catalog): readonly string[] {
  const nodes = Object.entries(graph);
  const outputs = nodes.flatMap(([id, { class_type: nodeClass }]) =>
    catalog.get(nodeClass)?.isOutput === true ? [id] : [],
  );
  if (outputs.length > 0) return outputs;
  const used = linkedNodeIds(graph);
  return nodes.flatMap(([id, node]) => (catalog.has(node.class_type) || used.has(id) ? [] : [id]));
}

function promptIn(graph: Graph, side: PromptSide, catalog: Catalog): string {
  const found = findPromptInput(side, { graph, catalog });
  return found.found ? found.text : "";
}

/** Reports a given seed, or a number of batches, that has no effect because bindings set every seed. */
function reportBoundSeed(bindings: readonly string[], { isSeedGiven, batch, report }: BuildContext): void {
  const effects = [
    ...(isSeedGiven ? ["the given seed has no effect"] : []),
    ...(batch.count > 1 ? ["all batches use the same seed"] : []),
  ];
  if (effects.length === 0) return;
  report(problemFor(seedBound(bindings, effects.join(" and "))));
}

/** Creates the handler. It reads the graph and the files that are bound to its inputs with the permission `files`. */
export const createPrepareGraph =
  ({ files, logger }: Pick<PluginContext, "files" | "logger">, now = () => new Date()) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    const { graph: graphPath, prompt, negative, bindings = {} } = context.params as CustomParams;
    const { signal, seed, isSeedGiven, batch, limits } = context;
    // If false, the graph keeps the seed in the file.
    const setsSeed = isSeedGiven || batch.count > 1;
    const source = await readGraphSource(await files.input(graphPath, signal), graphPath);
    requireWithin(limits, "graphNodes", nodeCount(source), `The file ${graphPath}`);
    const catalog = await context.catalog({ classes: classesOf(source) });
    const ownSeed = (graph: Graph) => graphSeed({ graph }, findSeedInputs({ graph, catalog }));

    const apiGraph = toApiGraph(source, catalog, graphPath, limits.graphNodes, now(), (graph) =>
      setsSeed ? seed : (ownSeed(graph) ?? seed),
    );
    if (batch.index === 0) {
      for (const note of apiGraph.notes) logger.info(note);
      for (const leftOut of apiGraph.leftOut) context.report(valuesLeftOut(leftOut));
    }
    const { subgraphWidgets, hasChoices } = apiGraph;
    const bound = await applyBindings(
      { graph: apiGraph.graph, origins: draft.origins, inputs: draft.inputs },
      bindings as Params,
      { catalog, subgraphWidgets, graphPath, files, signal },
    );
    const withPositive = applyPrompt(bound, catalog, "positive", prompt);
    const withPrompts = applyPrompt(withPositive, catalog, "negative", negative);
    const applied = setsSeed
      ? applySeed(withPrompts, catalog, { seed, isSeedGiven, hasChoices })
      : withPrompts;
    const seedBindings = bindingsOfEverySeed(applied, catalog);
    if (seedBindings !== undefined && batch.index === 0) reportBoundSeed(seedBindings, context);
    const { graph } = applied;
    const outputs = outputsOf(graph, catalog);
    if (outputs.length === 0) throw noOutput(graphPath);
    const isBatchSeedSet = setsSeed && seedBindings === undefined;
    const keptSeed = isBatchSeedSet ? undefined : ownSeed(graph);
    const models = source.kind === "editor" ? usedModelFiles(source.graph.models, graph) : [];
    const usesBatchSeed = isBatchSeedSet || (keptSeed === undefined && hasChoices);
    return {
      ...draft,
      ...applied,
      ...(!usesBatchSeed && { seed: keptSeed ?? ("none" as const) }),
      recordedPrompts: {
        positive: promptIn(graph, "positive", catalog),
        negative: promptIn(graph, "negative", catalog),
      },
      outputs,
      requires: [...draft.requires, ...apiGraph.requires],
      ...(models.length > 0 && { models }),
    };
  };
