// Scheduler nodes, which create SIGMAS. Those whose curve the simulated model does not need stand for a curve of Karras.
import {
  denoisedSigmas,
  karras,
  type Model,
  polyexponential,
  type SchedulerName,
  scheduleSigmas,
  shifted,
  sigmaAt,
} from "@pictor/simulated-sampler";
import { sigmasOutput } from "./sigmas.js";
import type { NodeFunction, NodeFunctions } from "./node-functions.js";

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

export const schedulerNodes: NodeFunctions = {
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
