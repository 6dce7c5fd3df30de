// Names of samplers and schedulers, in both directions.

import { describe, expect, it } from "vitest";
import { samplerIds, samplerName, schedulerName } from "./samplers.js";

const choices = {
  samplers: [
    ...["euler", "euler_ancestral", "heun", "dpm_2", "dpmpp_2m", "dpmpp_2m_sde", "dpmpp_2m_sde_gpu"],
    ...["dpmpp_3m_sde", "ddim", "uni_pc", "uni_pc_bh2", "lcm", "res_multistep"],
  ],
  schedulers: ["simple", "sgm_uniform", "karras", "exponential", "ddim_uniform", "beta", "normal", "odd"],
};

describe("a request", () => {
  it.each([
    ["Euler a", undefined, { sampler: "euler_ancestral" }],
    ["euler a", "", { sampler: "euler_ancestral" }],
    ["DPM++ 2M Karras", undefined, { sampler: "dpmpp_2m", scheduler: "karras" }],
    ["DPM++ 2M Karras", "Exponential", { sampler: "dpmpp_2m", scheduler: "karras" }],
    ["DPM++ 2M", undefined, { sampler: "dpmpp_2m", scheduler: "karras" }],
    ["DPM++ 2M", "Automatic", { sampler: "dpmpp_2m", scheduler: "karras" }],
    ["DPM++ 2M", "Simple", { sampler: "dpmpp_2m", scheduler: "simple" }],
    ["DPM++ 3M SDE", "automatic", { sampler: "dpmpp_3m_sde", scheduler: "exponential" }],
    ["Euler", "automatic", { sampler: "euler" }],
    ["Euler", "SGM Uniform", { sampler: "euler", scheduler: "sgm_uniform" }],
    ["Euler", "sgm_uniform", { sampler: "euler", scheduler: "sgm_uniform" }],
    ["Euler", "Uniform", { sampler: "euler", scheduler: "normal" }],
    ["Euler", "DDIM", { sampler: "euler", scheduler: "ddim_uniform" }],
    ["Euler", "Align Your Steps", { sampler: "euler", scheduler: "align_your_steps" }],
    ["Euler", "odd", { sampler: "euler", scheduler: "odd" }],
    ["DDIM", undefined, { sampler: "ddim" }],
    ["UniPC", undefined, { sampler: "uni_pc" }],
    ["uni_pc_bh2", undefined, { sampler: "uni_pc_bh2" }],
    ["dpmpp_2m_sde_gpu", "karras", { sampler: "dpmpp_2m_sde_gpu", scheduler: "karras" }],
    ["res_multistep", undefined, { sampler: "res_multistep" }],
    [undefined, "Karras", { scheduler: "karras" }],
    [undefined, undefined, {}],
  ])("for %s with %s has the ids of the backend", (sampler, scheduler, ids) => {
    expect(samplerIds({ sampler, scheduler: scheduler || undefined }, choices)).toEqual(ids);
  });

  it.each([
    [
      "Eulr a",
      undefined,
      'names the sampler "Eulr a", which the backend does not have. Did you mean "Euler a"?',
    ],
    ["PLMS", undefined, 'names the sampler "PLMS", which the backend does not have.'],
    [
      "Euler",
      "Karas",
      'names the scheduler "Karas", which the backend does not have. Did you mean "Karras"?',
    ],
    ["Euler", "KL Optimal", 'names the scheduler "KL Optimal", which the backend does not have.'],
  ])("for %s with %s is refused", (sampler, scheduler, message) => {
    expect(() => samplerIds({ sampler, scheduler }, choices)).toThrow(message);
  });

  it("of a second pass has no scheduler that it does not name", () => {
    expect(samplerIds({ sampler: "DPM++ 2M", scheduler: undefined }, choices, { prefers: false })).toEqual({
      sampler: "dpmpp_2m",
    });
  });
});

it("the names of a list are those that a request chooses by", () => {
  for (const id of choices.samplers.filter((each) => !/_gpu$|bh2/.test(each)))
    expect(samplerIds({ sampler: samplerName(id), scheduler: "normal" }, choices).sampler).toBe(id);
  for (const id of choices.schedulers)
    for (const scheduler of Object.values(schedulerName(id)))
      expect(samplerIds({ sampler: "Euler", scheduler }, choices).scheduler).toBe(id);
});
