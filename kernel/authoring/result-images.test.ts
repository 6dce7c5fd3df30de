// Which outputs of a job count as its result.

import { expect, it } from "vitest";
import { resultImages } from "./result-images.js";

const file = (index: number, area: "output" | "temp" | "input", mime = "image/png") => ({
  index,
  area,
  mime,
});

it.each([
  [
    [file(2, "output"), file(0, "temp"), file(1, "output"), file(3, "input")],
    [1, 2],
  ],
  [
    [file(1, "temp"), file(0, "temp"), file(2, "output", "video/mp4")],
    [0, 1],
  ],
  [[file(0, "output", "audio/flac")], []],
])("the result of a job with the outputs %j", (outputs, indexes) => {
  expect(resultImages(outputs).map(({ index }) => index)).toEqual(indexes);
});
