// Nodes that create, split and edit SIGMAS. Those whose curve the simulated model does not need give a curve of Karras.
import {
  denoisedSigmas,
  karras,
  type Model,
  polyexponential,
  type SchedulerName,
  scheduleSigmas,
  shifted,
  type Sigmas,
  sigmaAt,
} from "@pictor/simulated-sampler";
import { roundHalfEven } from "@pictor/images";
import type { NodeFunction, NodeFunctions } from "./node-functions.js";

/** The result of a node that outputs SIGMAS, one for each list of levels. */
const sigmasOutput = (...lists: readonly Iterable<number>[]) =>
  lists.map((levels) => ({ levels: Float32Array.from(levels) }) satisfies Sigmas);

const levelsOf = (sigmas: unknown): Float32Array => (sigmas as Sigmas).levels;

/** A node between two levels; `rho` is 7 where it has no such input. */
const karrasNode: NodeFunction = ({ steps, sigma_max, sigma_min, rho = 7 }) =>
  sigmasOutput(karras(steps as number, sigma_max as number, sigma_min as number, rho as number));

const polyexponentialNode: NodeFunction = ({ steps, sigma_max, sigma_min, rho = 1 }) =>
  sigmasOutput(polyexponential(steps as number, sigma_max as number, sigma_min as number, rho as number));

/** A node that shifts a schedule as its model says. */
const scheduleNode =
  (fixed?: SchedulerName): NodeFunction =>
  ({ model, scheduler, steps, denoise = 1 }) => {
    const levels = denoisedSigmas(fixed ?? (scheduler as SchedulerName), steps as number, denoise as number);
    return sigmasOutput(shifted(levels, (model as Model | undefined)?.shift));
  };

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
  BasicScheduler: scheduleNode(),
  /** SDTurboScheduler uses every hundredth timestep, starting from the highest one that `denoise` allows. */
  SDTurboScheduler({ steps, denoise }) {
    const first = 10 - Math.trunc(10 * (denoise as number));
    const times = Array.from({ length: 10 }, (_, i) => 1 - i / 10).slice(first, first + (steps as number));
    return sigmasOutput([...times.map(sigmaAt), 0]);
  },
  KarrasScheduler: karrasNode,
  ExponentialScheduler: polyexponentialNode,
  PolyexponentialScheduler: polyexponentialNode,
  LaplaceScheduler: karrasNode,
  VPScheduler: scheduleNode("normal"),
  BetaSamplingScheduler: scheduleNode("beta"),
  AlignYourStepsScheduler: scheduleNode("karras"),
  /** Flux2Scheduler shifts more steps to high noise for larger images. */
  Flux2Scheduler({ steps, width, height }) {
    const patches = ((width as number) * (height as number)) / 256;
    return sigmasOutput(shifted(scheduleSigmas("simple", steps as number), Math.exp(0.5 + patches / 6500)));
  },
};
