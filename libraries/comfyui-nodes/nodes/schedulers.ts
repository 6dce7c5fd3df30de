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
  schedulerNames,
  shifted,
  sigmaAt,
  variancePreserving,
} from "@pictor/simulated-sampler";
import { roundHalfEven } from "@pictor/images";
import type { NodeDefinition, NodeSignature } from "@pictor/comfyui-graph";
import { sigmasOutput } from "./sigmas.js";

const schedulerSignature = (
  name: string,
  required: NodeSignature["required"],
  pythonModule = "comfy_extras.nodes_custom_sampler",
): NodeSignature => ({
  name,
  displayName: null,
  category: "sampling/custom_sampling/schedulers",
  pythonModule,
  required,
  outputs: ["SIGMAS"],
});

/** Inputs for the number of steps and the range of noise levels. */
const range = {
  steps: ["INT", { default: 20, min: 1, max: 10000 }],
  sigma_max: ["FLOAT", { default: 14.614642, min: 0, max: 5000, step: 0.01, round: false }],
  sigma_min: ["FLOAT", { default: 0.0291675, min: 0, max: 5000, step: 0.01, round: false }],
} as const satisfies NodeSignature["required"];

export const schedulerNodes: readonly NodeDefinition[] = [
  {
    signature: schedulerSignature("BasicScheduler", {
      model: ["MODEL", {}],
      scheduler: ["COMBO", { multiselect: false, options: schedulerNames }],
      steps: ["INT", { default: 20, min: 1, max: 10000 }],
      denoise: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
    }),
    execute({ model, scheduler, steps, denoise }) {
      const levels = denoisedSigmas(scheduler as SchedulerName, steps as number, denoise as number);
      return sigmasOutput(shifted(levels, (model as Model).shift));
    },
  },
  {
    signature: schedulerSignature("SDTurboScheduler", {
      model: ["MODEL", {}],
      steps: ["INT", { default: 1, min: 1, max: 10 }],
      denoise: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
    }),
    /** SDTurboScheduler uses every hundredth timestep, starting from the highest one that `denoise` allows. */
    execute({ steps, denoise }) {
      const first = 10 - Math.trunc(10 * (denoise as number));
      const timesteps = Array.from({ length: 10 }, (_, i) => 999 - i * 100).slice(
        first,
        first + (steps as number),
      );
      return sigmasOutput([...timesteps.map(sigmaAt), 0]);
    },
  },
  {
    signature: schedulerSignature("KarrasScheduler", {
      ...range,
      rho: ["FLOAT", { default: 7, min: 0, max: 100, step: 0.01, round: false }],
    }),
    execute: ({ steps, sigma_max, sigma_min, rho }) =>
      sigmasOutput(karras(steps as number, sigma_max as number, sigma_min as number, rho as number)),
  },
  {
    signature: schedulerSignature("ExponentialScheduler", range),
    execute: ({ steps, sigma_max, sigma_min }) =>
      sigmasOutput(polyexponential(steps as number, sigma_max as number, sigma_min as number, 1)),
  },
  {
    signature: schedulerSignature("PolyexponentialScheduler", {
      ...range,
      rho: ["FLOAT", { default: 1, min: 0, max: 100, step: 0.01, round: false }],
    }),
    execute: ({ steps, sigma_max, sigma_min, rho }) =>
      sigmasOutput(polyexponential(steps as number, sigma_max as number, sigma_min as number, rho as number)),
  },
  {
    signature: schedulerSignature("LaplaceScheduler", {
      ...range,
      mu: ["FLOAT", { default: 0, min: -10, max: 10, step: 0.1, round: false }],
      beta: ["FLOAT", { default: 0.5, min: 0, max: 10, step: 0.1, round: false }],
    }),
    execute: ({ steps, sigma_max, sigma_min, mu, beta }) =>
      sigmasOutput(
        laplace(steps as number, sigma_max as number, sigma_min as number, {
          mu: mu as number,
          beta: beta as number,
        }),
      ),
  },
  {
    signature: schedulerSignature("VPScheduler", {
      steps: ["INT", { default: 20, min: 1, max: 10000 }],
      beta_d: ["FLOAT", { default: 19.9, min: 0, max: 5000, step: 0.01, round: false }],
      beta_min: ["FLOAT", { default: 0.1, min: 0, max: 5000, step: 0.01, round: false }],
      eps_s: ["FLOAT", { default: 0.001, min: 0, max: 1, step: 0.0001, round: false }],
    }),
    execute: ({ steps, beta_d, beta_min, eps_s }) =>
      sigmasOutput(
        variancePreserving(steps as number, beta_d as number, beta_min as number, eps_s as number),
      ),
  },
  {
    signature: schedulerSignature("BetaSamplingScheduler", {
      model: ["MODEL", {}],
      steps: ["INT", { default: 20, min: 1, max: 10000 }],
      alpha: ["FLOAT", { default: 0.6, min: 0, max: 50, step: 0.01, round: false }],
      beta: ["FLOAT", { default: 0.6, min: 0, max: 50, step: 0.01, round: false }],
    }),
    execute: ({ model, steps, alpha, beta }) =>
      sigmasOutput(
        shifted(
          Float32Array.from([...betaSchedule(steps as number, alpha as number, beta as number), 0]),
          (model as Model).shift,
        ),
      ),
  },
  {
    signature: schedulerSignature(
      "AlignYourStepsScheduler",
      {
        model_type: ["COMBO", { multiselect: false, options: ["SD1", "SDXL", "SVD"] }],
        steps: ["INT", { default: 10, min: 1, max: 10000 }],
        denoise: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
      },
      "comfy_extras.nodes_align_your_steps",
    ),
    execute: ({ model_type, steps, denoise }) =>
      sigmasOutput(alignYourSteps(model_type as "SD1" | "SDXL" | "SVD", steps as number, denoise as number)),
  },
  {
    signature: schedulerSignature(
      "Flux2Scheduler",
      {
        steps: ["INT", { default: 20, min: 1, max: 4096 }],
        width: ["INT", { default: 1024, min: 16, max: 16384, step: 1 }],
        height: ["INT", { default: 1024, min: 16, max: 16384, step: 1 }],
      },
      "comfy_extras.nodes_flux",
    ),
    /** Converts the times of the real node (1 to 0) to timesteps of the simulated model. */
    execute({ steps, width, height }) {
      const patches = roundHalfEven(((width as number) * (height as number)) / 256);
      return sigmasOutput(
        flowTimes(steps as number, patches).map((time) => (time > 0 ? sigmaAt(999 * time) : 0)),
      );
    },
  },
];
