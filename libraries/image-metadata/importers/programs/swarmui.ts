// Imports the metadata of SwarmUI: JSON with `sui_image_params`, in `parameters` of a PNG or in the EXIF comment of
// other formats.

import type { Json } from "../../base/json.js";
import type { ImportedProject } from "../../project/project.js";
import { parseNumber, vaeOf } from "../setting-values.js";
import { foreignProject, readMembers } from "./foreign-image.js";
import { commentsIn, listOf, objectOf } from "./read-json.js";
import { ofComfy } from "./samplers.js";

const memberNames = {
  prompt: "prompt",
  negative: "negativeprompt",
  seed: "seed",
  steps: "steps",
  cfg: "cfgscale",
  guidance: "fluxguidancescale",
  width: "width",
  height: "height",
  model: "model",
};
const others = [
  ...[
    "aspectratio",
    "sampler",
    "scheduler",
    "vae",
    "automaticvae",
    "loras",
    "loraweights",
    "clipstopatlayer",
  ],
  ...["swarm_version", "images", "batchsize", "modelname"],
];

/** The entries of a list, or of a text with commas. */
const entriesOf = (value: Json | undefined): readonly Json[] =>
  typeof value === "string" && value !== "" ? value.split(",") : listOf(value);

export function importSwarmUi(texts: Readonly<Record<string, string>>): ImportedProject | undefined {
  const metadata = commentsIn(texts).find((found) => "sui_image_params" in found);
  if (metadata === undefined) return undefined;
  const params = objectOf(metadata["sui_image_params"]);
  const { sampler, scheduler, vae } = params;
  const weights = entriesOf(params["loraweights"]);
  const stop = parseNumber(params["clipstopatlayer"]);
  return foreignProject("swarmui", {
    ...readMembers(params, memberNames, others),
    vae: vaeOf(vae),
    clipSkip: stop === undefined ? undefined : -stop,
    sampler: ofComfy(sampler, scheduler),
    loras: entriesOf(params["loras"]).flatMap((name, index) =>
      typeof name === "string" ? [{ name: name.trim(), weight: parseNumber(weights[index]) }] : [],
    ),
  });
}
