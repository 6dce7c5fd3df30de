// Nodes that split and edit SIGMAS.
import type { Sigmas } from "@pictor/simulated-sampler";
import { roundHalfEven } from "@pictor/images";
import type { NodeDefinition, NodeResult } from "@pictor/comfyui-graph";

/** The result of a node that outputs SIGMAS, one for each list of levels. */
export const sigmasOutput = (...lists: readonly Iterable<number>[]): NodeResult => ({
  outputs: lists.map((levels) => ({ levels: Float32Array.from(levels) }) satisfies Sigmas),
});

const levelsOf = (sigmas: unknown): Float32Array => (sigmas as Sigmas).levels;

export const sigmaNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "SplitSigmas",
      displayName: null,
      category: "sampling/custom_sampling/sigmas",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: { sigmas: ["SIGMAS", {}], step: ["INT", { default: 0, min: 0, max: 10000 }] },
      outputs: ["SIGMAS", "SIGMAS"],
      outputNames: ["high_sigmas", "low_sigmas"],
    },
    execute({ sigmas, step }) {
      const levels = levelsOf(sigmas);
      return sigmasOutput(levels.slice(0, (step as number) + 1), levels.slice(step as number));
    },
  },
  {
    signature: {
      name: "SplitSigmasDenoise",
      displayName: null,
      category: "sampling/custom_sampling/sigmas",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: { sigmas: ["SIGMAS", {}], denoise: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }] },
      outputs: ["SIGMAS", "SIGMAS"],
      outputNames: ["high_sigmas", "low_sigmas"],
    },
    execute({ sigmas, denoise }) {
      const levels = levelsOf(sigmas);
      const kept = roundHalfEven(Math.max(levels.length - 1, 0) * (denoise as number));
      return sigmasOutput(kept === 0 ? [] : levels.slice(0, -kept), levels.slice(-(kept + 1)));
    },
  },
  {
    signature: {
      name: "FlipSigmas",
      displayName: null,
      category: "sampling/custom_sampling/sigmas",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: { sigmas: ["SIGMAS", {}] },
      outputs: ["SIGMAS"],
    },
    /** FlipSigmas replaces a first sigma of 0 by a small positive one. */
    execute({ sigmas }) {
      const levels = levelsOf(sigmas).toReversed();
      if (levels[0] === 0) levels[0] = 0.0001;
      return sigmasOutput(levels);
    },
  },
  {
    signature: {
      name: "SetFirstSigma",
      displayName: null,
      category: "sampling/custom_sampling/sigmas",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        sigmas: ["SIGMAS", {}],
        sigma: ["FLOAT", { default: 136, min: 0, max: 20000, step: 0.001, round: false }],
      },
      outputs: ["SIGMAS"],
    },
    execute({ sigmas, sigma }) {
      const levels = levelsOf(sigmas).slice();
      if (levels.length > 0) levels[0] = sigma as number;
      return sigmasOutput(levels);
    },
  },
];
