// Which options of a long list an error names.

import { expect, it } from "vitest";
import { listOptions } from "./list-options.js";

const many = Array.from({ length: 44 }, (_, index) => `sampler_${index}`);

it("lists a short list as it is", () => {
  expect(listOptions(["b", "a", 3], "a")).toBe("b, a, 3");
});

it("begins a long list with what resembles the value", () => {
  const options = [...many, "dpmpp_2m_sde", "dpmpp_2m"];
  expect(listOptions(options, "DPM++ 2M Karras")).toMatch(
    /^dpmpp_2m, dpmpp_2m_sde, sampler_0, .*, \.\.\. \(46\)$/,
  );
});

it("keeps the order of a long list that resembles nothing", () => {
  expect(listOptions(many, 7).split(", ").slice(0, 12)).toEqual(many.slice(0, 12));
});
