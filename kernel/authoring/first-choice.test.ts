// Which of the backend's choices a setting without a value takes.

import { expect, it } from "vitest";
import { firstChoice } from "./first-choice.js";

const video = { prefer: ["svd", "img2vid"] };
const image = { avoid: ["svd", "inpaint", "refiner"] };

it.each<[string, readonly unknown[], object, string | undefined]>([
  ["the first of all", ["b", "a"], {}, "b"],
  ["none of none", [], video, undefined],
  [
    "the first with a preferred word, in whatever case and folder",
    ["sd", "v/SVD_xt", "svd"],
    video,
    "v/SVD_xt",
  ],
  ["the first of all if none has a preferred word", ["sd", "sdxl"], video, "sd"],
  ["the first without an avoided word", ["512-inpainting", "svd_xt", "v1-5"], image, "v1-5"],
  ["an avoided one if there is no other", ["SVD_xt", "svd"], image, "SVD_xt"],
  [
    "a preferred one that is not avoided",
    ["svd-inpaint", "svd", "sd"],
    { ...video, avoid: ["inpaint"] },
    "svd",
  ],
  ["a number as a text", [8, 16], {}, "8"],
])("takes %s", (_what, options, words, choice) => {
  expect(firstChoice(options, words)).toBe(choice);
});
