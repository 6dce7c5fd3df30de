// A picture of noise as the start; it is encoded when the sampler asks for a latent.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, LinkOf, Sampling, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  notApplicable,
  requireEmptyStart,
  requireImages,
  samplingOf,
  settingsOf,
} from "@pictor/workflow-parts";
import type { PlasmaNoiseSettings } from "./settings.gen.js";

interface NoiseInputs {
  readonly width: number;
  readonly height: number;
  readonly value_min: number;
  readonly value_max: number;
  readonly red_min: number;
  readonly red_max: number;
  readonly green_min: number;
  readonly green_max: number;
  readonly blue_min: number;
  readonly blue_max: number;
  readonly seed: bigint;
}
interface Noise {
  inputs: NoiseInputs;
  outputs: ["IMAGE"];
}
type PlasmaNodes = {
  Lykos_JDC_Plasma: { inputs: NoiseInputs & { readonly turbulence: number }; outputs: ["IMAGE"] };
  Lykos_JDC_RandNoise: Noise;
  Lykos_JDC_GreyNoise: Noise;
  Lykos_JDC_PinkNoise: Noise;
  Lykos_JDC_BrownNoise: Noise;
};

const nodeOf = {
  plasma: "Lykos_JDC_Plasma",
  random: "Lykos_JDC_RandNoise",
  grey: "Lykos_JDC_GreyNoise",
  pink: "Lykos_JDC_PinkNoise",
  brown: "Lykos_JDC_BrownNoise",
} as const satisfies Readonly<Record<PlasmaNoiseSettings["kind"], keyof PlasmaNodes>>;

const origins = {
  value_min: "valueMin",
  value_max: "valueMax",
  red_min: "redMin",
  red_max: "redMax",
  green_min: "greenMin",
  green_max: "greenMax",
  blue_min: "blueMin",
  blue_max: "blueMax",
} as const;

/** Schedulers that are nodes of their own, which the plasma sampler has no input for. */
const schedulersApart: readonly string[] = ["align_your_steps", "sd_turbo"];

/** The extension's own sampler takes what KSampler takes, its seed by another name, and how much noise is put on the latent. */
function samplingWith(sampling: Sampling, settings: PlasmaNoiseSettings, context: BuildContext): Sampling {
  if (!settings.plasmaSampler) return sampling;
  if (sampling.path === "guider" || sampling.refinerSteps !== undefined) {
    throw notApplicable(
      context,
      "the plasma sampler knows one model and one node only",
      "Leave `plasmaSampler` out.",
    );
  }
  if (schedulersApart.includes(sampling.scheduler)) {
    const reason = `the plasma sampler knows no scheduler ${sampling.scheduler}`;
    throw notApplicable(context, reason, "Choose another scheduler, or leave `plasmaSampler` out.");
  }
  const inputs = {
    noise_seed: sampling.seed,
    latent_noise: settings.latentNoise,
    distribution_type: "rand",
  };
  return { ...sampling, node: { class: "Lykos_JDC_PlasmaSampler", inputs } };
}

export function startFromNoise(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  requireImages(draft, context);
  requireEmptyStart(draft, context);
  const { size } = draft;
  const sampling = samplingOf(draft, context);
  if (size === undefined) throw notApplicable(context, "the size of its picture is not known");
  const settings = settingsOf<PlasmaNoiseSettings>(context);
  const { kind, turbulence, valueMin, valueMax, redMin, redMax, greenMin, greenMax, blueMin, blueMax } =
    settings;
  return edit<PlasmaNodes>(draft, (graph) => {
    const inputs = {
      ...size,
      value_min: valueMin,
      value_max: valueMax,
      red_min: redMin,
      red_max: redMax,
      green_min: greenMin,
      green_max: greenMax,
      blue_min: blueMin,
      blue_max: blueMax,
      seed: context.seed,
    };
    const id = "PlasmaNoise";
    const image: LinkOf<"IMAGE"> =
      kind === "plasma"
        ? graph
            .add(
              nodeOf.plasma,
              { ...inputs, turbulence },
              { id, origins: { ...origins, turbulence: "turbulence" } },
            )
            .out()
        : graph.add(nodeOf[kind], inputs, { id, origins }).out();
    graph.set({
      primary: { link: image, type: "IMAGE" },
      sampling: samplingWith(sampling, settings, context),
    });
  });
}
