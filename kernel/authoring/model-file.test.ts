// Which names are those of model files, and what is left of one without its ending.

import { expect, test } from "vitest";
import { isModelFile, modelTitle, withoutModelEnding } from "./model-file.js";

const endings = ".safetensors .sft .ckpt .pth .pt .pt2 .bin .gguf .onnx .pkl .yaml .yml .SafeTensors".split(
  " ",
);

test.each(endings)("a file with the ending %s is a model file", (ending) => {
  expect(isModelFile(`a${ending}`)).toBe(true);
  expect(withoutModelEnding(`sub/v1.5${ending}`)).toBe("sub/v1.5");
});

test.each(["a.png", "safetensors", "a.safetensors.txt", "v1.5", ""])(
  "%j is none, and stays as it is",
  (name) => {
    expect([isModelFile(name), withoutModelEnding(name)]).toEqual([false, name]);
  },
);

test("the title of a model has no folders of any system", () => {
  expect(["a/b/c.sft", "a\\b\\c.sft", "c.sft", "c"].map(modelTitle)).toEqual(["c", "c", "c", "c"]);
});
