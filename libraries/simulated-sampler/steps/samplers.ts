// The samplers of KSampler. All of them take Euler's steps; those that add fresh noise differ in its amount and its stream.

/** The names in the order of a real server. */
export const samplerNames = [
  "euler",
  "euler_cfg_pp",
  "euler_ancestral",
  "euler_ancestral_cfg_pp",
  "heun",
  "heunpp2",
  "exp_heun_2_x0",
  "exp_heun_2_x0_sde",
  "dpm_2",
  "dpm_2_ancestral",
  "lms",
  "dpm_fast",
  "dpm_adaptive",
  "dpmpp_2s_ancestral",
  "dpmpp_2s_ancestral_cfg_pp",
  "dpmpp_sde",
  "dpmpp_sde_gpu",
  "dpmpp_2m",
  "dpmpp_2m_cfg_pp",
  "dpmpp_2m_sde",
  "dpmpp_2m_sde_gpu",
  "dpmpp_2m_sde_heun",
  "dpmpp_2m_sde_heun_gpu",
  "dpmpp_3m_sde",
  "dpmpp_3m_sde_gpu",
  "ddpm",
  "lcm",
  "ipndm",
  "ipndm_v",
  "deis",
  "res_multistep",
  "res_multistep_cfg_pp",
  "res_multistep_ancestral",
  "res_multistep_ancestral_cfg_pp",
  "gradient_estimation",
  "gradient_estimation_cfg_pp",
  "er_sde",
  "seeds_2",
  "seeds_3",
  "sa_solver",
  "sa_solver_pece",
  "ddim",
  "uni_pc",
  "uni_pc_bh2",
] as const;

export type SamplerName = (typeof samplerNames)[number];

/** The share of fresh noise in each step, 0 (none) to 1. A little of it tells apart the samplers that have none in reality. */
export const freshNoise = (name: SamplerName): number =>
  name === "euler" ? 0 : /ancestral|sde|ddpm|lcm|seeds/.test(name) ? 1 : 0.1;

/** An ancestral step: `down` is the level to step to, `up` that of the noise to add. */
export function ancestralStep(from: number, to: number, eta: number): { down: number; up: number } {
  if (eta === 0 || to === 0 || to >= from) return { down: to, up: 0 };
  const up = Math.min(to, eta * to * Math.sqrt(1 - (to * to) / (from * from)));
  return { down: Math.sqrt(to * to - up * up), up };
}
