// The web panel imports nothing of the kernel, so it has the endings of model files once more.

import { modelTitle as kernelTitle, withoutModelEnding as kernelName } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { modelTitle, withoutModelEnding } from "../plugins/panel-web/page/parts/model-name.js";

const endings = ".safetensors .sft .ckpt .pth .pt .pt2 .bin .gguf .onnx .pkl .yaml .yml .GGUF .png".split(
  " ",
);

test.each(endings)("the page and the kernel read a name that ends with %s alike", (ending) => {
  for (const name of [`a/v1.5${ending}`, `a\\v1.5${ending}`]) {
    expect(withoutModelEnding(name)).toBe(kernelName(name));
    expect(modelTitle(name)).toBe(kernelTitle(name));
  }
});
