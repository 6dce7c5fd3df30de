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

it("compares the beginning of a long value", () => {
  const options = Array.from({ length: 13 }, (_, index) => `option ${index}`);
  const beginning = "euler ".repeat(100);
  expect(listOptions([...options, "euler"], `${beginning}option 3`)).toMatch(/^euler, option 0, /);
  expect(listOptions([...options, "euler"], `option 3 ${beginning}`)).toMatch(/^option 3, /);
});
