// Finds the model of a request among the workflows and presets of the server.

import { ApiError, type Client } from "@pictor/client";
import { didYouMean } from "@pictor/kernel/plugin";
import { modelUnfit, modelUnknown } from "./faults.js";
import { isOpenAiName, modelOf, presetPrefix, type Model } from "./models.js";

export type ImageRoute = "generations" | "edits";
type Calls = Client["calls"];

/**
 * All models: those of workflows first, then presets. A preset with an owner is what a program keeps for its own token,
 * such as the options of the web UI's API: no other program chooses from such presets.
 */
export async function listModels(calls: Calls): Promise<readonly Model[]> {
  const { workflows } = await calls.listWorkflows();
  const { presets } = await calls.listPresets();
  const saved = await Promise.all(presets.map(({ name }) => findPreset(calls, name)));
  return [...workflows.map((workflow) => modelOf(workflow)), ...saved]
    .filter((model) => model !== undefined)
    .filter(({ preset }) => preset?.owner === undefined);
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
const absent = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

async function findPreset(calls: Calls, name: string): Promise<Model | undefined> {
  const preset = await calls.readPreset({ params: { name } }).catch(absent);
  if (preset === undefined) return undefined;
  const workflow = await calls.readWorkflow({ params: { id: preset.workflow } }).catch(absent);
  return workflow && modelOf(workflow, preset);
}

async function findWorkflow(calls: Calls, id: string): Promise<Model | undefined> {
  const workflow = await calls.readWorkflow({ params: { id } }).catch(absent);
  return workflow && modelOf(workflow);
}

/** Rejects with `OPENAI_MODEL_UNKNOWN`. */
export async function findModel(calls: Calls, id: string): Promise<Model> {
  const isPreset = id.startsWith(presetPrefix);
  const found = await (isPreset ? findPreset(calls, id.slice(presetPrefix.length)) : findWorkflow(calls, id));
  if (found !== undefined) return found;
  const known = (await listModels(calls)).map((model) => model.id);
  throw modelUnknown(id, didYouMean(id, known));
}

export interface ChosenModel {
  readonly model: Model;
  /** What the reply says about the choice. */
  readonly notes: readonly string[];
}

/**
 * The model for a request: the one that it names, or `standard` if it names none or one of OpenAI's own. Rejects with
 * `OPENAI_MODEL_UNKNOWN`, and with `OPENAI_MODEL_UNFIT` for a model that the route cannot use.
 */
export async function chooseModel(
  calls: Calls,
  route: ImageRoute,
  name: string | undefined,
  standard: string,
): Promise<ChosenModel> {
  const isForeign = name !== undefined && isOpenAiName(name);
  const model = await findModel(calls, name === undefined || isForeign ? standard : name);
  const fits = (each: Model): boolean =>
    route === "edits" ? each.imageSetting !== undefined : !each.needsImage;
  if (!fits(model)) {
    const reason = route === "edits" ? "takes no image" : "makes no image without an image to start from";
    const fitting = (await listModels(calls)).filter(fits).map(({ id }) => id);
    throw modelUnfit(model.id, reason, fitting);
  }
  const notes = isForeign ? [`model: ${name} is a model of OpenAI; ${model.id} was used.`] : [];
  return { model, notes };
}
