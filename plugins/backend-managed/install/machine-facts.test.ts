// Facts about the machine, as far as they choose the torch that is installed.

import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { scriptedInstance } from "../testing/fake-instance.js";
import { gatherFacts } from "./machine-facts.js";

it("a graphics card that nvidia-smi reports selects the device and the package index of torch", async () => {
  const instance = scriptedInstance({
    answer: ({ file }) => (file === "nvidia-smi" ? "560.35.03, 8.9\n" : undefined),
  });
  expect(await gatherFacts(instance)).toMatchObject({
    device: "nvidia",
    torch: { kind: "known", indexes: { index: "https://download.pytorch.org/whl/cu126" } },
  });
});

it.each<[NodeJS.Platform, readonly string[]]>([
  ["linux", ["nvidia-smi", "rocminfo", "sycl-ls", "xpu-smi"]],
  ["win32", ["nvidia-smi", "sycl-ls", "xpu-smi"]],
  ["darwin", []],
])("on %s, these programs are asked for graphics cards: %j", async (platform, programs) => {
  const instance = scriptedInstance({ platform });
  await gatherFacts(instance);
  const asked = new Set(instance.calls.map(({ file }) => file));
  const ofCards = ["nvidia-smi", "rocminfo", "sycl-ls", "xpu-smi"].filter((file) => asked.has(file));
  expect(ofCards).toEqual(existsSync("/dev/kfd") ? programs.filter((file) => file !== "rocminfo") : programs);
});
