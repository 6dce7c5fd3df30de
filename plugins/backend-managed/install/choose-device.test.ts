// Tests of the device and the package index of torch.

import { describe, expect, it } from "vitest";
import { groupDefaults } from "../settings.js";
import { chooseDevice, machineArchitecture, parseNvidia, type DeviceFacts } from "./choose-device.js";
import { torchRequirements, torchSource } from "./torch-source.js";

const bare: DeviceFacts = { platform: "linux", architecture: "x64", hasAmd: false, hasIntel: false };
const nvidia = { driver: "580.65.06", capabilities: [8.9] };

describe("the device", () => {
  it.each<[string, Partial<DeviceFacts>, string]>([
    ["nothing", {}, "cpu"],
    ["a card of NVIDIA", { nvidia }, "nvidia"],
    ["one of NVIDIA beside one of AMD", { nvidia, hasAmd: true }, "nvidia"],
    ["one of AMD", { hasAmd: true }, "amd"],
    ["one of AMD on Windows, where PyTorch has nothing for it", { platform: "win32", hasAmd: true }, "cpu"],
    ["one of Intel", { hasIntel: true }, "intel"],
    ["a Mac with Apple's processor", { platform: "darwin", architecture: "arm64" }, "mps"],
    ["a Mac with Intel's", { platform: "darwin" }, "cpu"],
  ])("with %s", (_, facts, expected) => {
    expect(chooseDevice("auto", { ...bare, ...facts })).toBe(expected);
  });
  it("is that of the settings, if they name one", () => {
    expect(chooseDevice("cpu", { ...bare, nvidia })).toBe("cpu");
  });
});

it.each<[NodeJS.Platform, string, string, string]>([
  ["darwin", "arm64", "Apple M2", "arm64"],
  ["darwin", "x64", "VirtualApple @ 2.50GHz", "arm64"],
  ["darwin", "x64", "Intel(R) Core(TM) i7-9750H CPU @ 2.60GHz", "x64"],
  ["linux", "x64", "", "x64"],
])("on %s, a Node for %s and the processor %j mean a machine of %s", (platform, ofNode, processor, found) => {
  expect(machineArchitecture(platform, ofNode, processor)).toBe(found);
});

describe("the output of nvidia-smi", () => {
  it.each([
    ["580.65.06, 8.9\n", { driver: "580.65.06", capabilities: [8.9] }],
    ["580.65.06, 8.9\n580.65.06, 6.1\n", { driver: "580.65.06", capabilities: [8.9, 6.1] }],
    ["470.82\n", { driver: "470.82", capabilities: [] }],
    ["No devices were found\n", undefined],
    ["NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver.", undefined],
    ["", undefined],
  ])("%j", (output, expected) => {
    expect(parseNvidia(output)).toEqual(expected);
  });
});

describe("the index of torch", () => {
  const indexOf = (
    device: Parameters<typeof torchSource>[0],
    facts: Partial<DeviceFacts> = {},
    install = {},
  ) => torchSource(device, { ...bare, ...facts }, { install: { ...groupDefaults.install, ...install } });
  const known = (name: string) => ({
    kind: "known",
    indexes: { index: `https://download.pytorch.org/whl/${name}`, extra: [] },
  });

  it.each([
    ["a new driver and card", nvidia, "cu130"],
    ["an old driver", { driver: "560.35.03", capabilities: [8.9] }, "cu126"],
    ["an old card", { driver: "580.65.06", capabilities: [6.1] }, "cu126"],
    ["an old card beside a new one", { driver: "580.65.06", capabilities: [8.9, 6.1] }, "cu126"],
    [
      "one beside it that is too old for any index",
      { driver: "580.65.06", capabilities: [3.5, 8.9] },
      "cu130",
    ],
    ["a driver that does not report the card", { driver: "581.1", capabilities: [] }, "cu130"],
  ])("for NVIDIA with %s", (_, card, expected) => {
    expect(indexOf("nvidia", { nvidia: card })).toEqual(known(expected));
  });
  it("for the others", () => {
    expect(indexOf("nvidia")).toEqual(known("cu130"));
    expect(indexOf("amd")).toEqual(known("rocm7.2"));
    expect(indexOf("intel")).toEqual(known("xpu"));
    expect(indexOf("cpu")).toEqual(known("cpu"));
    expect(indexOf("nvidia", { architecture: "arm64" })).toEqual(known("cu130"));
    expect(indexOf("directml", { platform: "win32" }).kind).toBe("known");
    expect(indexOf("nvidia", { nvidia: { driver: "525.60.13", capabilities: [8.6] } })).toEqual(
      known("cu126"),
    );
  });
  it("on a Mac is that of the other packages", () => {
    const install = { index: "https://own/simple", extraIndexes: ["https://more/simple"] };
    const expected = {
      kind: "known",
      indexes: { index: "https://own/simple", extra: ["https://more/simple"] },
    };
    const mac = { platform: "darwin", architecture: "arm64" } as const;
    expect(indexOf("mps", mac, install)).toEqual(expected);
    expect(indexOf("cpu", mac, install)).toEqual(expected);
  });
  it("is that of PyTorch alone, whatever other indexes are configured", () => {
    expect(indexOf("cpu", {}, { extraIndexes: ["https://more/simple"] })).toEqual(known("cpu"));
  });
  it.each(["cpu", "nvidia", "mps"] as const)("is that of the settings alone, for %s", (device) => {
    const torchIndex = "https://mirror/torch";
    const install = { torchIndex, index: "https://own/simple", extraIndexes: ["https://more/simple"] };
    const expected = { kind: "known", indexes: { index: torchIndex, extra: [] } };
    expect(indexOf(device, {}, install)).toEqual(expected);
  });
  it.each([
    ["AMD on Windows", "amd", { platform: "win32" }, "on Linux only"],
    ["a Mac with Intel's processor", "cpu", { platform: "darwin" }, "Intel processor"],
    ["Apple's device elsewhere", "mps", {}, "Macs with Apple's processor"],
    ["NVIDIA on a Mac", "nvidia", { platform: "darwin", architecture: "arm64" }, "the device is mps"],
    [
      "DirectML on Windows for Arm",
      "directml",
      { platform: "win32", architecture: "arm64" },
      "x64 processors",
    ],
    [
      "Intel on Linux for Arm",
      "intel",
      { architecture: "arm64" },
      "Intel cards in a machine with the processor arm64",
    ],
    [
      "a driver of 2021",
      "nvidia",
      { nvidia: { driver: "470.82", capabilities: [] } },
      "470.82 of NVIDIA is too old",
    ],
    [
      "cards before Maxwell",
      "nvidia",
      { nvidia: { driver: "470.1", capabilities: [3, 3.5] } },
      "compute capability 3.5",
    ],
  ] as const)("is unknown for %s, with the reason", (_name, device, facts, reason) => {
    expect(indexOf(device, facts)).toEqual({
      kind: "unknown",
      reason: expect.stringContaining(reason) as string,
    });
    expect(indexOf(device, facts, { torchIndex: "https://own/torch" }).kind).toBe("known");
  });
});

describe("the packages of torch", () => {
  const requirements = "# core\ntorch\ntorchsde\ntorchvision>=0.20 # images\r\nTorchAudio\nnumpy\n";
  it("are those of the requirements, with their version constraints", () => {
    expect(torchRequirements(requirements, "cpu")).toEqual(["torch", "torchvision>=0.20", "TorchAudio"]);
  });
  it("include torch-directml for DirectML", () => {
    expect(torchRequirements("torch\n", "directml")).toEqual(["torch-directml", "torch"]);
  });
  it("are none if the requirements name none", () => {
    expect(torchRequirements("numpy\n", "directml")).toEqual([]);
  });
});
