// Scheduler nodes, which create SIGMAS.
import {
  alignYourSteps,
  betaSchedule,
  denoisedSigmas,
  flowTimes,
  karras,
  laplace,
  type Model,
  polyexponential,
  type SchedulerName,
  shifted,
  sigmaAt,
  variancePreserving,
} from "@pictor/simulated-sampler";
import { roundHalfEven } from "@pictor/images";
import { sigmasOutput } from "./sigmas.js";
import type { NodeFunctions } from "./node-functions.js";

export const schedulerNodes: NodeFunctions = {
  BasicScheduler({ model, scheduler, steps, denoise }) {
    const levels = denoisedSigmas(scheduler as SchedulerName, steps as number, denoise as number);
    return sigmasOutput(shifted(levels, (model as Model).shift));
  },
  /** SDTurboScheduler uses every hundredth timestep, starting from the highest one that `denoise` allows. */
  SDTurboScheduler({ steps, denoise }) {
    const first = 10 - Math.trunc(10 * (denoise as number));
    const timesteps = Array.from({ length: 10 }, (_, i) => 999 - i * 100).slice(
      first,
      first + (steps as number),
    );
    return sigmasOutput([...timesteps.map(sigmaAt), 0]);
  },
  KarrasScheduler: ({ steps, sigma_max, sigma_min, rho }) =>
    sigmasOutput(karras(steps as number, sigma_max as number, sigma_min as number, rho as number)),
  ExponentialScheduler: ({ steps, sigma_max, sigma_min }) =>
    sigmasOutput(polyexponential(steps as number, sigma_max as number, sigma_min as number, 1)),
  PolyexponentialScheduler: ({ steps, sigma_max, sigma_min, rho }) =>
    sigmasOutput(polyexponential(steps as number, sigma_max as number, sigma_min as number, rho as number)),
  LaplaceScheduler: ({ steps, sigma_max, sigma_min, mu, beta }) =>
    sigmasOutput(
      laplace(steps as number, sigma_max as number, sigma_min as number, {
        mu: mu as number,
        beta: beta as number,
      }),
    ),
  VPScheduler: ({ steps, beta_d, beta_min, eps_s }) =>
    sigmasOutput(variancePreserving(steps as number, beta_d as number, beta_min as number, eps_s as number)),
  BetaSamplingScheduler: ({ model, steps, alpha, beta }) =>
    sigmasOutput(
      shifted(
        Float32Array.from([...betaSchedule(steps as number, alpha as number, beta as number), 0]),
        (model as Model).shift,
      ),
    ),
  AlignYourStepsScheduler: ({ model_type, steps, denoise }) =>
    sigmasOutput(alignYourSteps(model_type as "SD1" | "SDXL" | "SVD", steps as number, denoise as number)),
  /** Converts the times of the real node (1 to 0) to timesteps of the simulated model. */
  Flux2Scheduler({ steps, width, height }) {
    const patches = roundHalfEven(((width as number) * (height as number)) / 256);
    return sigmasOutput(
      flowTimes(steps as number, patches).map((time) => (time > 0 ? sigmaAt(999 * time) : 0)),
    );
  },
};
