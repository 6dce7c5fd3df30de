// Imports a project of Stability Matrix, from a project file or from the text in an image.

import { withoutByteOrderMark } from "@pictor/kernel/plugin";
import { isJsonObject } from "../../base/json.js";
import type { ImportResult, ProjectFeature } from "../../project/project.js";
import { readJsonObject } from "../programs/read-json.js";
import { cardOf } from "./cards.js";
import { modulesOf, ownField, type JsonFields } from "./lenient-json.js";
import { importModule } from "./modules.js";
import { panelOf, panels, readPanel } from "./panels.js";

/** Projects of version 1 have another layout. */
const minVersion = 2;

const refuse = (reason: string, advice: string): ImportResult => ({ refusal: { reason, advice } });
const saveAgain = "Open the project in Stability Matrix and save it again.";

/** The features, in the order in which the modules act: on the prompt, the model, the sampling and the image. */
function featuresOf(state: JsonFields) {
  const samplerCard = cardOf(state, "Sampler");
  const cards = [ownField(state, "Prompt"), ownField(state, "Model"), samplerCard, state];
  const modules = cards.flatMap(modulesOf).map((module) => importModule(module, samplerCard));
  return {
    features: modules.flatMap(({ feature }): readonly ProjectFeature[] =>
      feature === undefined ? [] : [feature],
    ),
    notes: modules.flatMap(({ note }) => (note === undefined ? [] : [note])),
  };
}

/** Imports a project from its JSON text. */
export function importStabilityMatrixProject(text: string): ImportResult {
  const project = readJsonObject(withoutByteOrderMark(text));
  if (project === undefined)
    return refuse("its project of Stability Matrix cannot be read as a JSON object", saveAgain);
  const version = ownField(project, "Version");
  if (typeof version !== "number" || version < minVersion) {
    const found = `its project of Stability Matrix has version ${JSON.stringify(version ?? null)}`;
    return refuse(
      `${found}, and Pictor reads version ${minVersion} or later`,
      "Open the project in a newer Stability Matrix and save it again.",
    );
  }
  const type = ownField(project, "ProjectType");
  const panel = panelOf(type);
  if (panel === undefined) {
    const found = `its project of Stability Matrix has the type ${JSON.stringify(type ?? null)}`;
    return refuse(
      `${found}, for which Pictor has no workflow`,
      `Pictor reads the types ${Object.keys(panels).join(", ")}.`,
    );
  }
  const state = ownField(project, "State");
  if (!isJsonObject(state)) return refuse("its project of Stability Matrix has no State", saveAgain);
  const { params, notes } = readPanel(state, panel);
  const { features, notes: moduleNotes } = featuresOf(state);
  // With the module FluxGuidance, the CFG scale of the sampler card is the guidance; the CFG scale itself is 1.
  const isGuided = Object.hasOwn(params, "cfg") && features.some(({ id }) => id === "flux-guidance");
  return {
    project: {
      kind: "stability-matrix",
      workflow: panel.workflow,
      params: isGuided ? { ...params, cfg: 1 } : params,
      features,
      count: 1,
      notes: [...notes, ...moduleNotes],
    },
  };
}
