// The gate: a model file that a graph names with its address, and that the server lacks, is downloaded by the server if
// the user agrees.

import { nodeClassesIn } from "@pictor/kernel/plugin";
import type { Clock, GateContext, BatchPlan, ModelFile, Question, Veto } from "@pictor/kernel/plugin";
import { downloadModel, downloadsModels } from "./download-model.js";
import { holdsNoCode, missingModels } from "./missing-models.js";

const shown = ({ folder, name }: ModelFile): string => `${folder}/${name}`;

function questionFor(
  models: readonly ModelFile[],
  { workflow }: BatchPlan,
  { info: { name } }: GateContext,
): Question {
  const files = models.length === 1 ? "a model file" : `${models.length} model files`;
  return {
    title: `${name} lacks ${files} of ${workflow}. Let its server download ${models.length === 1 ? "it" : "them"}?`,
    detail: [
      ...models.map((model) => `${shown(model)} from ${model.url}`),
      "The addresses come from the file of the graph. The server saves the files into its own folders.",
    ],
    choices: [
      { id: "download", text: "Download, and continue" },
      { id: "go-on", text: "Continue without" },
    ],
    safeChoice: "go-on",
  };
}

/** Files that can hold code are not downloaded because a graph says so. */
const codeWarning =
  "A file of this kind can contain code that runs when the file is loaded, so make sure that you trust it. ";

const agree = "Agree when you are asked (`--yes` agrees without asking), and its server downloads it. ";

/** Reports the files that stay missing, and where they can be had. `offered` are those that the server would download. */
function reportMissing(
  models: readonly ModelFile[],
  offered: readonly ModelFile[],
  { info: { name }, report }: GateContext,
): void {
  for (const model of models)
    report({
      code: "MODEL_MISSING",
      message: `${name} lacks the model file ${shown(model)}.`,
      hint: `${offered.includes(model) ? agree : holdsNoCode(model) ? "" : codeWarning}The graph says that it is at ${model.url} and belongs into the folder ${model.folder} of the server.`,
    });
}

const failedVeto = (model: ModelFile, reason: string, { info: { name } }: GateContext): Veto => ({
  kind: "veto",
  code: "MODEL_DOWNLOAD_FAILED",
  message: `The server of ${name} did not download ${shown(model)}: ${reason}.`,
  hint: `Put the file into its folder ${model.folder}, or choose another model. It is at ${model.url}`,
});

/** Asks once for all files, and downloads them one after another. */
export async function offerModels(
  plan: BatchPlan,
  context: GateContext,
  clock: Clock,
): Promise<Veto | undefined> {
  const { backend, interaction, signal } = context;
  const { direct } = backend.facets;
  if (direct === undefined) return undefined;
  const classes = nodeClassesIn(...plan.drafts.map(({ graph }) => graph));
  const missing = missingModels(plan.drafts, await backend.catalog({ signal, classes }));
  if (missing.length === 0) return undefined;
  const offered = (await downloadsModels(direct, signal)) ? missing.filter(holdsNoCode) : [];
  const isAgreed =
    offered.length > 0 && (await interaction.ask(questionFor(offered, plan, context))) === "download";
  const models = isAgreed ? offered : [];
  reportMissing(
    missing.filter((model) => !models.includes(model)),
    offered,
    context,
  );
  if (models.length === 0) return undefined;
  for (const [index, model] of models.entries()) {
    const running = (): void => {
      interaction.progress(
        `Downloading ${shown(model)} from ${new URL(model.url).host} on ${context.info.name}`,
        index / models.length,
      );
    };
    running();
    const ending = await downloadModel(direct, model, { clock, signal, running });
    if (ending.kind === "failed") return failedVeto(model, ending.reason, context);
  }
  context.changed();
  return undefined;
}
