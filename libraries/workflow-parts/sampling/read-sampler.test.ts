// Sampler names in every spelling that people use.

import { expect, it } from "vitest";
import { readSampler } from "./read-sampler.js";

it.each([
  [{ sampler: "euler" }, { sampler: "euler" }],
  [{ sampler: "EULER" }, { sampler: "euler" }],
  [{ sampler: "Euler a" }, { sampler: "euler_ancestral" }],
  [{ sampler: "dpmpp_2m_sde_gpu" }, { sampler: "dpmpp_2m_sde_gpu" }],
  [{ sampler: "DPMPP_2M" }, { sampler: "dpmpp_2m" }],
  [{ sampler: "DPM++ 2M Karras" }, { sampler: "dpmpp_2m", scheduler: "karras" }],
  [{ sampler: "dpm++ 2m sde heun exponential" }, { sampler: "dpmpp_2m_sde_heun", scheduler: "exponential" }],
  [
    { sampler: "DPM++ 2M Karras", scheduler: "simple" },
    { sampler: "dpmpp_2m", scheduler: "simple" },
  ],
  [
    { sampler: "DPM++ 2M", scheduler: "SGM Uniform" },
    { sampler: "dpmpp_2m", scheduler: "sgm_uniform" },
  ],
  [{ scheduler: "Karras" }, { scheduler: "karras" }],
  [{ scheduler: "bong_tangent" }, { scheduler: "bong_tangent" }],
  [{ sampler: "res_2s" }, { sampler: "res_2s" }],
  [{ sampler: "My Sampler" }, { sampler: "My Sampler" }],
  [{ sampler: "Eulr" }, { sampler: "Eulr" }],
  [{}, {}],
])("%j means %j", (given, expected) => {
  expect(readSampler(given)).toEqual(expected);
});
