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
  type Sigmas,
  variancePreserving,
} from "@pictor/simulated-sampler";
import { roundHalfEven } from "@pictor/images";
import type { NodeDefinition, NodeResult } from "@pictor/comfyui-graph";

const given = (levels: Iterable<number>): NodeResult => ({
  outputs: [{ levels: Float32Array.from(levels) } satisfies Sigmas],
});

export const schedulerNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "BasicScheduler",
      displayName: null,
      category: "sampling/custom_sampling/schedulers",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        model: ["MODEL", {}],
        scheduler: ["COMBO", { multiselect: false, options: schedulerNames }],
        steps: ["INT", { default: 20, min: 1, max: 10000 }],
        denoise: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
      },
      outputs: ["SIGMAS"],
    },
    execute({ model, scheduler, steps, denoise }) {
      const levels = denoisedSigmas(scheduler as SchedulerName, steps as number, denoise as number);
      return given(shifted(levels, (model as Model).shift));
    },
  },
  {
    signature: {
      name: "SDTurboScheduler",
      displayName: null,
      category: "sampling/custom_sampling/schedulers",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        model: ["MODEL", {}],
        steps: ["INT", { default: 1, min: 1, max: 10 }],
        denoise: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
      },
      outputs: ["SIGMAS"],
    },
    /** Every hundredth timestep, starting at the highest that the denoise strength allows. */
    execute({ steps, denoise }) {
      const first = 10 - Math.trunc(10 * (denoise as number));
      const timesteps = Array.from({ length: 10 }, (_, i) => 999 - i * 100).slice(
        first,
        first + (steps as number),
      );
      return given([...timesteps.map(sigmaAt), 0]);
    },
  },
  {
    signature: {
      name: "KarrasScheduler",
      displayName: null,
      category: "sampling/custom_sampling/schedulers",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        steps: ["INT", { default: 20, min: 1, max: 10000 }],
        sigma_max: ["FLOAT", { default: 14.614642, min: 0, max: 5000, step: 0.01, round: false }],
        sigma_min: ["FLOAT", { default: 0.0291675, min: 0, max: 5000, step: 0.01, round: false }],
        rho: ["FLOAT", { default: 7, min: 0, max: 100, step: 0.01, round: false }],
      },
      outputs: ["SIGMAS"],
    },
    execute: ({ steps, sigma_max, sigma_min, rho }) =>
      given(karras(steps as number, sigma_max as number, sigma_min as number, rho as number)),
  },
  {
    signature: {
      name: "ExponentialScheduler",
      displayName: null,
      category: "sampling/custom_sampling/schedulers",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        steps: ["INT", { default: 20, min: 1, max: 10000 }],
        sigma_max: ["FLOAT", { default: 14.614642, min: 0, max: 5000, step: 0.01, round: false }],
        sigma_min: ["FLOAT", { default: 0.0291675, min: 0, max: 5000, step: 0.01, round: false }],
      },
      outputs: ["SIGMAS"],
    },
    execute: ({ steps, sigma_max, sigma_min }) =>
      given(polyexponential(steps as number, sigma_max as number, sigma_min as number, 1)),
  },
  {
    signature: {
      name: "PolyexponentialScheduler",
      displayName: null,
      category: "sampling/custom_sampling/schedulers",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        steps: ["INT", { default: 20, min: 1, max: 10000 }],
        sigma_max: ["FLOAT", { default: 14.614642, min: 0, max: 5000, step: 0.01, round: false }],
        sigma_min: ["FLOAT", { default: 0.0291675, min: 0, max: 5000, step: 0.01, round: false }],
        rho: ["FLOAT", { default: 1, min: 0, max: 100, step: 0.01, round: false }],
      },
      outputs: ["SIGMAS"],
    },
    execute: ({ steps, sigma_max, sigma_min, rho }) =>
      given(polyexponential(steps as number, sigma_max as number, sigma_min as number, rho as number)),
  },
  {
    signature: {
      name: "LaplaceScheduler",
      displayName: null,
      category: "sampling/custom_sampling/schedulers",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        steps: ["INT", { default: 20, min: 1, max: 10000 }],
        sigma_max: ["FLOAT", { default: 14.614642, min: 0, max: 5000, step: 0.01, round: false }],
        sigma_min: ["FLOAT", { default: 0.0291675, min: 0, max: 5000, step: 0.01, round: false }],
        mu: ["FLOAT", { default: 0, min: -10, max: 10, step: 0.1, round: false }],
        beta: ["FLOAT", { default: 0.5, min: 0, max: 10, step: 0.1, round: false }],
      },
      outputs: ["SIGMAS"],
    },
    execute: ({ steps, sigma_max, sigma_min, mu, beta }) =>
      given(
        laplace(steps as number, sigma_max as number, sigma_min as number, {
          mu: mu as number,
          beta: beta as number,
        }),
      ),
  },
  {
    signature: {
      name: "VPScheduler",
      displayName: null,
      category: "sampling/custom_sampling/schedulers",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        steps: ["INT", { default: 20, min: 1, max: 10000 }],
        beta_d: ["FLOAT", { default: 19.9, min: 0, max: 5000, step: 0.01, round: false }],
        beta_min: ["FLOAT", { default: 0.1, min: 0, max: 5000, step: 0.01, round: false }],
        eps_s: ["FLOAT", { default: 0.001, min: 0, max: 1, step: 0.0001, round: false }],
      },
      outputs: ["SIGMAS"],
    },
    execute: ({ steps, beta_d, beta_min, eps_s }) =>
      given(variancePreserving(steps as number, beta_d as number, beta_min as number, eps_s as number)),
  },
  {
    signature: {
      name: "BetaSamplingScheduler",
      displayName: null,
      category: "sampling/custom_sampling/schedulers",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        model: ["MODEL", {}],
        steps: ["INT", { default: 20, min: 1, max: 10000 }],
        alpha: ["FLOAT", { default: 0.6, min: 0, max: 50, step: 0.01, round: false }],
        beta: ["FLOAT", { default: 0.6, min: 0, max: 50, step: 0.01, round: false }],
      },
      outputs: ["SIGMAS"],
    },
    execute: ({ model, steps, alpha, beta }) =>
      given(
        shifted(
          Float32Array.from([...betaSchedule(steps as number, alpha as number, beta as number), 0]),
          (model as Model).shift,
        ),
      ),
  },
  {
    signature: {
      name: "AlignYourStepsScheduler",
      displayName: null,
      category: "sampling/custom_sampling/schedulers",
      pythonModule: "comfy_extras.nodes_align_your_steps",
      required: {
        model_type: ["COMBO", { multiselect: false, options: ["SD1", "SDXL", "SVD"] }],
        steps: ["INT", { default: 10, min: 1, max: 10000 }],
        denoise: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
      },
      outputs: ["SIGMAS"],
    },
    execute: ({ model_type, steps, denoise }) =>
      given(alignYourSteps(model_type as "SD1" | "SDXL" | "SVD", steps as number, denoise as number)),
  },
  {
    signature: {
      name: "Flux2Scheduler",
      displayName: null,
      category: "sampling/custom_sampling/schedulers",
      pythonModule: "comfy_extras.nodes_flux",
      required: {
        steps: ["INT", { default: 20, min: 1, max: 4096 }],
        width: ["INT", { default: 1024, min: 16, max: 16384, step: 1 }],
        height: ["INT", { default: 1024, min: 16, max: 16384, step: 1 }],
      },
      outputs: ["SIGMAS"],
    },
    /** The times of the real node (1 to 0) are converted to timesteps of the simulated model. */
    execute({ steps, width, height }) {
      const patches = roundHalfEven(((width as number) * (height as number)) / 256);
      return given(flowTimes(steps as number, patches).map((time) => (time > 0 ? sigmaAt(999 * time) : 0)));
    },
  },
];
