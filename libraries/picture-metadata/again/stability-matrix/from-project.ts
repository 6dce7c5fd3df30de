// A project of Stability Matrix as a request. Its keys are read with patience: no document promises their spelling.

import type { Again, AgainFeature } from "../types.js";
import { isFields, modulesIn, own, plain, type Fields } from "./fields.js";
import { takeModule } from "./modules.js";
import { panels } from "./panels.js";

/** Files of before this version have another layout. */
const leastVersion = 2;

const refused = (reason: string, advice: string): Again => ({ refusal: { reason, advice } });

/** Modules in the order in which they act: on the prompt, on the model, on the sampling, on the picture. */
function featuresOf(state: Fields) {
  const sampler = own(state, "Sampler") ?? own(state, "SamplerCard");
  const holders = [own(state, "Prompt"), own(state, "Model"), sampler, state];
  const taken = holders.flatMap(modulesIn).map((module) => takeModule(module, sampler));
  return {
    features: taken.flatMap(({ feature }): readonly AgainFeature[] =>
      feature === undefined ? [] : [feature],
    ),
    notes: taken.flatMap(({ note }) => (note === undefined ? [] : [note])),
  };
}

/** `text` is the JSON of a project; a file's, or what a picture holds. */
export function fromStabilityMatrix(text: string): Again {
  let project: unknown;
  try {
    project = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return refused("its project of Stability Matrix is not JSON", "Save it there anew.");
  }
  const version = own(project, "Version");
  if (typeof version !== "number" || version < leastVersion) {
    const found = `its project of Stability Matrix has version ${JSON.stringify(version ?? null)}`;
    return refused(
      `${found}, and ${leastVersion} is the least that is understood`,
      "Open and save it there with a newer version.",
    );
  }
  const type = own(project, "ProjectType");
  const panel =
    typeof type === "string" && Object.hasOwn(panels, plain(type)) ? panels[plain(type)] : undefined;
  if (panel === undefined) {
    const found = `its project of Stability Matrix is of the type ${JSON.stringify(type ?? null)}`;
    return refused(`${found}, for which there is no workflow`, `Known are: ${knownTypes.join(", ")}.`);
  }
  const state = own(project, "State");
  if (!isFields(state)) {
    return refused("its project of Stability Matrix has no State", "Save it there anew.");
  }
  const cards = panel.cards(state);
  const { features, notes } = featuresOf(state);
  // Of a Flux model the value at the sampler is its guidance; its CFG scale is 1.
  const isGuided = features.some(({ id }) => id === "flux-guidance");
  return {
    request: {
      kind: "stability-matrix",
      workflow: panel.workflow,
      params: isGuided && Object.hasOwn(cards.params, "cfg") ? { ...cards.params, cfg: 1 } : cards.params,
      features,
      count: 1,
      notes: [...cards.notes, ...notes],
    },
  };
}

/** As that program writes them. */
const knownTypes = [
  ...["TextToImage", "ImageToImage", "Inpainting", "Upscale", "ImageToVideo", "FluxTextToImage"],
  ...["WanTextToVideo", "WanImageToVideo"],
] as const;
