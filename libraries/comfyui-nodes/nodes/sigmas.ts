// Nodes that split and edit SIGMAS.
import type { Sigmas } from "@pictor/simulated-sampler";
import { roundHalfEven } from "@pictor/images";
import type { NodeResult } from "@pictor/comfyui-graph";
import type { NodeFunctions } from "./node-functions.js";

/** The result of a node that outputs SIGMAS, one for each list of levels. */
export const sigmasOutput = (...lists: readonly Iterable<number>[]): NodeResult => ({
  outputs: lists.map((levels) => ({ levels: Float32Array.from(levels) }) satisfies Sigmas),
});

const levelsOf = (sigmas: unknown): Float32Array => (sigmas as Sigmas).levels;

export const sigmaNodes: NodeFunctions = {
  SplitSigmas({ sigmas, step }) {
    const levels = levelsOf(sigmas);
    return sigmasOutput(levels.slice(0, (step as number) + 1), levels.slice(step as number));
  },
  SplitSigmasDenoise({ sigmas, denoise }) {
    const levels = levelsOf(sigmas);
    const kept = roundHalfEven(Math.max(levels.length - 1, 0) * (denoise as number));
    return sigmasOutput(kept === 0 ? [] : levels.slice(0, -kept), levels.slice(-(kept + 1)));
  },
  /** FlipSigmas replaces a first sigma of 0 by a small positive one. */
  FlipSigmas({ sigmas }) {
    const levels = levelsOf(sigmas).toReversed();
    if (levels[0] === 0) levels[0] = 0.0001;
    return sigmasOutput(levels);
  },
  SetFirstSigma({ sigmas, sigma }) {
    const levels = levelsOf(sigmas).slice();
    if (levels.length > 0) levels[0] = sigma as number;
    return sigmasOutput(levels);
  },
};
