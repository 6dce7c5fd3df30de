// Facts about the machine, as far as they choose the torch that is installed.

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
