// The feature `plasma-noise`: sampling starts from an image of noise, which is encoded when the sampler needs a latent.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, TypedLink, Sampling, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  featureSettings,
  inputsFromSettings,
  notApplicableError,
  requireEmptyLatent,
  requireSampling,
  requireSize,
  requireStillImages,
} from "@pictor/workflow-parts";
import type { PlasmaNoiseSettings } from "./settings.gen.js";

/** For each input of a color bound, the setting that fills it. */
const boundByInput = {
  value_min: "valueMin",
  value_max: "valueMax",
  red_min: "redMin",
  red_max: "redMax",
  green_min: "greenMin",
  green_max: "greenMax",
  blue_min: "blueMin",
  blue_max: "blueMax",
} as const;

type NoiseInputs = Readonly<Record<"width" | "height" | keyof typeof boundByInput, number>> & {
  readonly seed: bigint;
};
interface NoiseNode {
  readonly inputs: NoiseInputs;
  readonly outputs: ["IMAGE"];
}
type NoiseNodes = {
  Lykos_JDC_Plasma: { inputs: NoiseInputs & { readonly turbulence: number }; outputs: ["IMAGE"] };
  Lykos_JDC_RandNoise: NoiseNode;
  Lykos_JDC_GreyNoise: NoiseNode;
  Lykos_JDC_PinkNoise: NoiseNode;
  Lykos_JDC_BrownNoise: NoiseNode;
};

const classByKind = {
  plasma: "Lykos_JDC_Plasma",
  random: "Lykos_JDC_RandNoise",
  grey: "Lykos_JDC_GreyNoise",
  pink: "Lykos_JDC_PinkNoise",
  brown: "Lykos_JDC_BrownNoise",
} as const satisfies Readonly<Record<PlasmaNoiseSettings["kind"], keyof NoiseNodes>>;

/** Pseudo schedulers, which are nodes of their own; the plasma sampler has no input for them. */
const pseudoSchedulers: readonly string[] = ["align_your_steps", "sd_turbo"];

/**
 * Replaces KSampler by the extension's sampler if `plasmaSampler` is set. That sampler adds noise to the latent, and
 * its seed input has another name.
 */
function resolveSampler(sampling: Sampling, settings: PlasmaNoiseSettings, context: BuildContext): Sampling {
  if (!settings.plasmaSampler) return sampling;
  if (sampling.path === "guider" || sampling.refinerSteps !== undefined) {
    throw notApplicableError(
      context,
      "the plasma sampler supports neither a refiner nor a model that SamplerCustomAdvanced samples",
      "Leave `plasmaSampler` out.",
    );
  }
  if (pseudoSchedulers.includes(sampling.scheduler)) {
    const reason = `the plasma sampler does not have the scheduler ${sampling.scheduler}`;
    throw notApplicableError(context, reason, "Choose another scheduler, or leave `plasmaSampler` out.");
  }
  const inputs = { noise_seed: sampling.seed, latent_noise: settings.latentNoise, distribution_type: "rand" };
  return { ...sampling, node: { class: "Lykos_JDC_PlasmaSampler", inputs } };
}

/** Adds the noise node and makes its image the primary. */
export function startFromNoise(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  requireStillImages(draft, context);
  requireEmptyLatent(draft, context);
  const sampling = requireSampling(draft, context);
  const size = requireSize(draft, context);
  const settings = featureSettings<PlasmaNoiseSettings>(context);
  const { kind, turbulence } = settings;
  const bounds = inputsFromSettings(settings, boundByInput);
  return edit<NoiseNodes>(draft, (graph) => {
    const inputs = { ...size, ...bounds.inputs, seed: context.seed };
    const id = "PlasmaNoise";
    const image: TypedLink<"IMAGE"> =
      kind === "plasma"
        ? graph
            .add(
              classByKind.plasma,
              { ...inputs, turbulence },
              { id, origins: { ...bounds.origins, turbulence: "turbulence" } },
            )
            .out()
        : graph.add(classByKind[kind], inputs, { id, origins: bounds.origins }).out();
    graph.set({
      primary: { link: image, type: "IMAGE" },
      sampling: resolveSampler(sampling, settings, context),
    });
  });
}
