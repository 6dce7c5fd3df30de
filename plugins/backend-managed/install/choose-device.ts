// For which device torch is installed: a decision on facts. Pure.

import type { CompleteSettings } from "../settings.js";

export type Device = "nvidia" | "amd" | "intel" | "mps" | "directml" | "cpu";

/** What this machine has; gathered in facts.ts. */
export interface DeviceFacts {
  readonly platform: NodeJS.Platform;
  /** As `process.arch`: x64, arm64. */
  readonly architecture: string;
  /** Of nvidia-smi: absent where it does not answer. */
  readonly nvidia?: {
    /** Such as 580.65.06. */
    readonly driver: string;
    /** Compute capability of the oldest card, such as 7.5; absent where the driver does not tell. */
    readonly capability?: number;
  };
  /** A card that ROCm can use. */
  readonly hasAmd: boolean;
  /** A card that oneAPI can use; not every graphics part of a processor is one. */
  readonly hasIntel: boolean;
}

export function chooseDevice(wanted: CompleteSettings["install"]["device"], facts: DeviceFacts): Device {
  if (wanted !== "auto") return wanted;
  if (facts.platform === "darwin") return facts.architecture === "arm64" ? "mps" : "cpu";
  if (facts.nvidia !== undefined) return "nvidia";
  // PyTorch has no wheels of its own for AMD on Windows; there the person chooses.
  if (facts.hasAmd && facts.platform === "linux") return "amd";
  if (facts.hasIntel) return "intel";
  return "cpu";
}

/** Reads `nvidia-smi --query-gpu=driver_version,compute_cap --format=csv,noheader`: a line for each card. */
export function parseNvidia(output: string): DeviceFacts["nvidia"] {
  const cards = [...output.matchAll(/^\s*(\d+(?:\.\d+)+)\s*(?:,\s*(\d+\.\d+))?\s*$/gm)];
  const driver = cards[0]?.[1];
  if (driver === undefined) return undefined;
  const capabilities = cards.flatMap(([, , capability]) =>
    capability === undefined ? [] : [Number(capability)],
  );
  return capabilities.length === 0 ? { driver } : { driver, capability: Math.min(...capabilities) };
}
