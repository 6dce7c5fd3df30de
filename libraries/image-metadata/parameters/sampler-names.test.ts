// Conversion between sampler ids and sampler names.

import { expect, it } from "vitest";
import { formatSamplerName, parseSamplerName } from "./sampler-names.js";

it.each([
  ["euler_ancestral", "normal", "Euler a"],
  ["euler", "simple", "Euler Simple"],
  ["dpmpp_2m", "karras", "DPM++ 2M Karras"],
  ["dpmpp_2m_sde", "exponential", "DPM++ 2M SDE Exponential"],
  ["dpmpp_2m_sde_heun", "sgm_uniform", "DPM++ 2M SDE Heun SGM Uniform"],
  ["ddim", "ddim_uniform", "DDIM DDIM"],
  ["res_multistep", "karras", "res_multistep Karras"],
  ["res_multistep", "sgm_uniform", "res_multistep SGM Uniform"],
  ["euler", "my_schedule", "Euler my_schedule"],
  ["toString", "my_schedule", "toString my_schedule"],
  ["constructor", "normal", "constructor"],
])("%s with %s is %s, and back", (sampler, scheduler, name) => {
  expect(formatSamplerName(sampler, scheduler)).toBe(name);
  expect(parseSamplerName(name)).toEqual({ sampler, scheduler });
});

it("a missing scheduler is normal, and GPU samplers have the names of their CPU variants", () => {
  expect(formatSamplerName("ddim")).toBe("DDIM");
  expect(formatSamplerName("dpmpp_sde_gpu", "karras")).toBe("DPM++ SDE Karras");
  expect(parseSamplerName("UniPC").sampler).toBe("uni_pc");
});

it.each([
  ["in another case", "dpm++ 2m karras", "", "dpmpp_2m", "karras"],
  ["with extra spaces", " Euler  a ", "", "euler_ancestral", "normal"],
  ["with its schedule in a field of its own", "DPM++ 2M", "Karras", "dpmpp_2m", "karras"],
  ["with an automatic schedule", "DPM++ 2M", "Automatic", "dpmpp_2m", "normal"],
  ["with a schedule in both places", "DPM++ 2M Karras", "Simple", "dpmpp_2m", "karras"],
  ["with an unknown schedule", "Euler", "Odd", "euler", "Odd"],
  ["that is unknown", "Some New One", "", "Some New One", "normal"],
  [
    "that is unknown, with a schedule in a field of its own",
    "Some New One",
    "Karras",
    "Some New One",
    "karras",
  ],
  ["that is empty", "", "", "", "normal"],
])("a sampler name %s", (_situation, name, type, sampler, scheduler) => {
  expect(parseSamplerName(name, type)).toEqual({ sampler, scheduler });
});
