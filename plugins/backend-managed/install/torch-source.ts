// The package index of torch for a device, and the requirements that belong to torch. Pure.

import { managedFault } from "../faults.js";
import type { Device, DeviceFacts } from "./choose-device.js";
import type { CompleteSettings } from "../settings.js";
import type { Indexes } from "../python/package-indexes.js";

const pytorch = "https://download.pytorch.org/whl";
/** CUDA 13 requires driver 580 and a Turing card or newer (compute capability 7.5). */
const cuda13Driver = 580;
const cuda13Capability = 7.5;

function indexFor(device: Device, facts: DeviceFacts): string | undefined {
  switch (device) {
    case "nvidia": {
      const { driver = String(cuda13Driver), capability = cuda13Capability } = facts.nvidia ?? {};
      const isNew = Number.parseInt(driver, 10) >= cuda13Driver && capability >= cuda13Capability;
      return `${pytorch}/${isNew ? "cu130" : "cu126"}`;
    }
    case "amd":
      return facts.platform === "linux" ? `${pytorch}/rocm7.2` : undefined;
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
  | { readonly kind: "unknown"; readonly device: Device; readonly platform: NodeJS.Platform };

/** The index of torch is used alone: another index could provide a newer torch for another device. */
export function torchSource(
  device: Device,
  facts: DeviceFacts,
  { install }: Pick<CompleteSettings, "install">,
): TorchSource {
  const { torchIndex, index, extraIndexes: extra } = install;
  if (torchIndex !== "") return { kind: "known", indexes: { index: torchIndex, extra: [] } };
  const own = indexFor(device, facts);
  if (own === undefined) return { kind: "unknown", device, platform: facts.platform };
  return { kind: "known", indexes: own === "" ? { index, extra } : { index: own, extra: [] } };
}

export const torchIndexFault = (device: Device, platform: NodeJS.Platform) =>
  managedFault("MANAGED_TORCH_INDEX", { device, platform });

const family = new Set(["torch", "torchvision", "torchaudio"]);

/** The lines of a requirements file that belong to torch, with their version constraints. */
export function torchRequirements(requirements: string, device: Device): readonly string[] {
  const lines = requirements
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => family.has(/^[A-Za-z0-9._-]+/.exec(line)?.[0].toLowerCase() ?? ""));
  return lines.length > 0 && device === "directml" ? ["torch-directml", ...lines] : lines;
}
