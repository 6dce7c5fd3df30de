// Sampler names, both ways.

import { describe, expect, it } from "vitest";
import { samplerName, samplerOf } from "./sampler-names.js";

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
  expect(samplerName(sampler, scheduler)).toBe(name);
  expect(samplerOf(name)).toEqual({ sampler, scheduler });
});

it("no scheduler is the normal one, and samplers of the graphics card share their name", () => {
  expect(samplerName("ddim")).toBe("DDIM");
  expect(samplerName("dpmpp_sde_gpu", "karras")).toBe("DPM++ SDE Karras");
  expect(samplerOf("UniPC").sampler).toBe("uni_pc");
});

describe("a name", () => {
  it.each([
    ["in another case", "dpm++ 2m karras", "", "dpmpp_2m", "karras"],
    ["with too many spaces", " Euler  a ", "", "euler_ancestral", "normal"],
    ["with its schedule in a field", "DPM++ 2M", "Karras", "dpmpp_2m", "karras"],
    ["with the schedule that a program chose", "DPM++ 2M", "Automatic", "dpmpp_2m", "normal"],
    ["with a schedule in both places", "DPM++ 2M Karras", "Simple", "dpmpp_2m", "karras"],
    ["with a schedule that is not known", "Euler", "Odd", "euler", "Odd"],
    ["that is not known", "Some New One", "", "Some New One", "normal"],
    ["that is not known, with a schedule in a field", "Some New One", "Karras", "Some New One", "karras"],
    ["that is empty", "", "", "", "normal"],
  ])("%s", (_situation, name, type, sampler, scheduler) => {
    expect(samplerOf(name, type)).toEqual({ sampler, scheduler });
  });
});
