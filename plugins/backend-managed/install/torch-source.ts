// The package index of torch for a device, and the requirements that belong to torch. Pure.

import { managedFault } from "../faults.js";
import type { Device, DeviceFacts, NvidiaCards } from "./choose-device.js";
import type { CompleteSettings } from "../settings.js";
import { torchPackages } from "../python/missing-module.js";
import type { Indexes } from "../python/package-indexes.js";

const pytorch = "https://download.pytorch.org/whl";
/** CUDA 12 requires driver 525. CUDA 13 requires driver 580 and a Turing card or newer (compute capability 7.5). */
const cuda12Driver = 525;
const cuda13Driver = 580;
const cuda13Capability = 7.5;
/** The packages for CUDA 12.6 are the last ones for older cards, down to Maxwell. */
const cuda12Capability = 5;

/** Of the cards, those that some PyTorch can use. A machine may have an older one for its screen. */
const usable = (capabilities: readonly number[]): readonly number[] =>
  capabilities.filter((capability) => capability >= cuda12Capability);

const cardNames = { nvidia: "NVIDIA", amd: "AMD", intel: "Intel" } as const;

/** Why PyTorch has no packages for a device on this kind of machine; undefined if it has. */
function missingOnMachine(device: Device, { platform, architecture }: DeviceFacts): string | undefined {
  const isMac = platform === "darwin";
  if (isMac && architecture === "x64")
    return "PyTorch has no packages for Macs with an Intel processor after its version 2.2, which is too old for ComfyUI";
  if (device === "cpu") return undefined;
  if (device === "mps") return isMac ? undefined : "mps is the device of Macs with Apple's processor";
  if (isMac) return `PyTorch cannot use ${device} on a Mac, where the device is mps`;
  if (device === "directml")
    return architecture === "x64" ? undefined : "torch-directml has packages for x64 processors only";
  if (device === "amd" && platform !== "linux")
    return "PyTorch's own index has packages for AMD cards on Linux only; on Windows, choose directml, or the index of AMD";
  const hasPackages = architecture === "x64" || (device === "nvidia" && platform === "linux");
  return hasPackages
    ? undefined
    : `PyTorch has no packages for ${cardNames[device]} cards in a machine with the processor ${architecture}`;
}

/** Why PyTorch cannot use the cards of NVIDIA; undefined if it can. */
function unusableCards({ driver, capabilities }: NvidiaCards): string | undefined {
  if (capabilities.length > 0 && usable(capabilities).length === 0)
    return `PyTorch has no packages for cards of compute capability ${Math.max(...capabilities)}, only from ${cuda12Capability}.0 on`;
  if (Number.parseInt(driver, 10) < cuda12Driver)
    return `the driver ${driver} of NVIDIA is too old for PyTorch, which needs ${cuda12Driver} or newer: update it`;
  return undefined;
}

/** Why PyTorch cannot be used for a device; undefined if it can. */
const missingFor = (device: Device, facts: DeviceFacts): string | undefined =>
  missingOnMachine(device, facts) ??
  (device === "nvidia" && facts.nvidia !== undefined ? unusableCards(facts.nvidia) : undefined);

function indexFor(device: Device, facts: DeviceFacts): string {
  switch (device) {
    case "nvidia": {
      const { driver = String(cuda13Driver), capabilities = [] } = facts.nvidia ?? {};
      const isNew =
        Number.parseInt(driver, 10) >= cuda13Driver &&
        usable(capabilities).every((capability) => capability >= cuda13Capability);
      return `${pytorch}/${isNew ? "cu130" : "cu126"}`;
    }
    case "amd":
      return `${pytorch}/rocm7.2`;
    case "intel":
      return `${pytorch}/xpu`;
    case "cpu":
      return facts.platform === "darwin" ? "" : `${pytorch}/cpu`;
    // PyPI has the macOS wheels of torch, and torch-directml.
    case "mps":
    case "directml":
      return "";
  }
}

export type TorchSource =
  | { readonly kind: "known"; readonly indexes: Indexes }
  | { readonly kind: "unknown"; readonly reason: string };

/** The index of torch is used alone: another index could provide a newer torch for another device. */
export function torchSource(
  device: Device,
  facts: DeviceFacts,
  { install }: Pick<CompleteSettings, "install">,
): TorchSource {
  const { torchIndex, index, extraIndexes: extra } = install;
  if (torchIndex !== "") return { kind: "known", indexes: { index: torchIndex, extra: [] } };
  const reason = missingFor(device, facts);
  if (reason !== undefined) return { kind: "unknown", reason };
  const own = indexFor(device, facts);
  return { kind: "known", indexes: own === "" ? { index, extra } : { index: own, extra: [] } };
}

export const torchIndexFault = (device: Device, reason: string) =>
  managedFault("MANAGED_TORCH_INDEX", { device, reason });

/** The lines of a requirements file that belong to torch, with their version constraints. */
export function torchRequirements(requirements: string, device: Device): readonly string[] {
  const lines = requirements
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => torchPackages.includes(/^[A-Za-z0-9._-]+/.exec(line)?.[0].toLowerCase() ?? ""));
  return lines.length > 0 && device === "directml" ? ["torch-directml", ...lines] : lines;
}
