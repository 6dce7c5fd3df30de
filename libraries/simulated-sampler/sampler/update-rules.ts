// The samplers of KSampler, by name, with their update rules.
import { ddpm, euler, gradientEstimation, lcm } from "./euler-rules.js";
import {
  exponentialMultistep as multistep,
  exponentialSinglestep as singlestep,
} from "./exponential-rules.js";
import type { UpdateRule } from "./sampling.js";
import { adamsBashforth, heun, midpoint } from "./slope-rules.js";

/** The update rules in the order in which a real server lists the samplers. A `_gpu` sampler differs in its noise stream only. */
const rules = {
  euler: euler({ eta: 0 }),
  euler_cfg_pp: euler({ eta: 0, cfgPlusPlus: true }),
  euler_ancestral: euler({ eta: 1 }),
  euler_ancestral_cfg_pp: euler({ eta: 1, cfgPlusPlus: true }),
  heun: heun(2),
  heunpp2: heun(3),
  exp_heun_2_x0: singlestep({ positions: [1], eta: 0 }),
  exp_heun_2_x0_sde: singlestep({ positions: [1], eta: 1 }),
  dpm_2: midpoint(0),
  dpm_2_ancestral: midpoint(1),
  lms: adamsBashforth(4, "integrated"),
  dpm_fast: singlestep({ positions: [0.5], eta: 0, evenInLambda: true }),
  dpm_adaptive: singlestep({ positions: [1 / 3, 2 / 3], eta: 0, evenInLambda: true }),
  dpmpp_2s_ancestral: singlestep({ positions: [0.5], eta: 0.8 }),
  dpmpp_2s_ancestral_cfg_pp: singlestep({ positions: [0.5], eta: 0.8, cfgPlusPlus: true }),
  dpmpp_sde: singlestep({ positions: [0.5], eta: 1 }),
  dpmpp_sde_gpu: singlestep({ positions: [0.5], eta: 1 }),
  dpmpp_2m: multistep({ order: 2, eta: 0 }),
  dpmpp_2m_cfg_pp: multistep({ order: 2, eta: 0, cfgPlusPlus: true }),
  dpmpp_2m_sde: multistep({ order: 2, eta: 1 }),
  dpmpp_2m_sde_gpu: multistep({ order: 2, eta: 1 }),
  dpmpp_2m_sde_heun: multistep({ order: 2, eta: 1, blend: "heun" }),
  dpmpp_2m_sde_heun_gpu: multistep({ order: 2, eta: 1, blend: "heun" }),
  dpmpp_3m_sde: multistep({ order: 3, eta: 1 }),
  dpmpp_3m_sde_gpu: multistep({ order: 3, eta: 1 }),
  ddpm,
  lcm,
  ipndm: adamsBashforth(4, "uniform"),
  ipndm_v: adamsBashforth(3, "integrated"),
  deis: adamsBashforth(3, "integrated", true),
  res_multistep: multistep({ order: 2, eta: 0, blend: "residual" }),
  res_multistep_cfg_pp: multistep({ order: 2, eta: 0, blend: "residual", cfgPlusPlus: true }),
  res_multistep_ancestral: multistep({ order: 2, eta: 1, blend: "residual" }),
  res_multistep_ancestral_cfg_pp: multistep({ order: 2, eta: 1, blend: "residual", cfgPlusPlus: true }),
  gradient_estimation: gradientEstimation(false),
  gradient_estimation_cfg_pp: gradientEstimation(true),
  er_sde: multistep({ order: 3, eta: 0.5, blend: "heun" }),
  seeds_2: singlestep({ positions: [0.5], eta: 0.9 }),
  seeds_3: singlestep({ positions: [1 / 3, 2 / 3], eta: 1 }),
  sa_solver: multistep({ order: 3, eta: 0.3, corrector: 0.5 }),
  sa_solver_pece: multistep({ order: 3, eta: 0.3, corrector: 1 }),
  ddim: euler({ eta: 0, variancePreserving: true }),
  uni_pc: multistep({ order: 3, eta: 0, corrector: 0.5 }),
  uni_pc_bh2: multistep({ order: 2, eta: 0, blend: "heun", corrector: 0.75 }),
} satisfies Record<string, UpdateRule>;

export type SamplerName = keyof typeof rules;

export const samplerNames = Object.keys(rules) as readonly SamplerName[];

export const updateRule = (name: SamplerName): UpdateRule => rules[name];
